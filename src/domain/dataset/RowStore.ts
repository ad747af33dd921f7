import { Context } from "effect"
import type { Rows } from "./Rows.ts"
import type { TableName } from "./tables.ts"

/** The plain statements of every table: a repository that needs no others is written once, for both stores. */
export class RowStore extends Context.Service<
  RowStore,
  { readonly of: <Name extends TableName>(name: Name) => Rows<Name> }
>()("hub/domain/dataset/RowStore") {}
