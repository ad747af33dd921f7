/** A page of a list; `total` counts the whole list. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}
