/** What a read of a member says besides its result: whether claims of theirs are due but not settled (MEM-117). */
export interface DueClaims {
  readonly hasDueClaims: boolean
}
