import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { Described } from "../surface/verbs.ts"
import { Verb } from "../surface/Verb.ts"

/** The annotations of a callback: it writes, and its operation id is its name, which is that of its span as well. */
export const callback = (identifier: string, { description, summary }: Described) =>
  Context.merge(Context.make(Verb, "write" as const), OpenApi.annotations({ identifier, summary, description }))
