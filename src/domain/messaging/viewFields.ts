import { Schema } from "effect"

/** The fields that say which view of a workspace a response shows. */
export const viewFields = <const View extends string>(view: View) => ({
  view: Schema.Literal(view).annotateKey({ description: "The view that was read" }),
  scope: Schema.String.annotateKey({ description: "Id of the workspace" })
})

/** The fields of one page of a view; `description` says what is listed, and in which order. */
export const pageFields = <Item extends Schema.Top>(item: Item, description: string) => ({
  items: Schema.Array(item).annotateKey({ description }),
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `before` for the next page; null on the last one"
  })
})
