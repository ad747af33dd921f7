import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { Described } from "../surface/verbs.ts"
import { Verb } from "../surface/Verb.ts"

/** The annotations of a callback, which is a write. Its operation id is its name, which its span shares. */
export const callback = (identifier: string, { description, summary }: Described) =>
  Context.merge(Context.make(Verb, "write" as const), OpenApi.annotations({ identifier, summary, description }))
