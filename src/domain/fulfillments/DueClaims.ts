/** Part of what a read returns about a member: whether they have claims that are due but not settled (MEM-117). */
export interface DueClaims {
  readonly hasDueClaims: boolean
}
