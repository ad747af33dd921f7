/** A page of a list, and how many items the whole list has. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}
