import { Predicate, type Schema } from "effect"

const failureKinds = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "missing",
  "wrongMethod",
  "conflict",
  "idempotency",
  "tooLarge",
  "headTooLarge",
  "unsupported",
  "limited",
  "internal",
  "upstream",
  "unavailable"
] as const

/** What went wrong, in the caller's terms. Surfaces map a kind to a status; the domain never names one. */
export type FailureKind = (typeof failureKinds)[number]

/** The stable facts of a failure: clients may match on `code`, people read `title`. */
export interface Failure {
  readonly kind: FailureKind
  readonly code: string
  readonly title: string
}

/** One invalid place of a request, as a surface may show it. */
export interface FieldIssue {
  readonly field: string
  readonly in: "path" | "query" | "header" | "body"
  readonly message: string
}

/** A `Schema.TaggedError` class that declares its `failure`. */
export type FailureClass = Schema.Codec<FailureInstance, unknown> & {
  readonly identifier: string
  readonly failure: Failure
}

/**
 * An instance of a failure class. `message` and every field of the class are safe to show; `issues` lists the invalid
 * places of a request.
 */
export interface FailureInstance extends Error {
  readonly _tag: string
  readonly issues?: ReadonlyArray<FieldIssue> | undefined
}

const isFailureKind = (kind: unknown): kind is FailureKind => failureKinds.some((each) => each === kind)

const isFailure = (failure: unknown): failure is Failure =>
  Predicate.hasProperty(failure, "kind") &&
  Predicate.hasProperty(failure, "code") &&
  Predicate.hasProperty(failure, "title") &&
  isFailureKind(failure.kind) &&
  typeof failure.code === "string" &&
  typeof failure.title === "string"

/** The failure declared by an error's class, if any. */
export const failureOf = (error: unknown): Failure | undefined =>
  Predicate.isObject(error) &&
  Predicate.hasProperty(error.constructor, "failure") &&
  isFailure(error.constructor.failure)
    ? error.constructor.failure
    : undefined

const internalFields: ReadonlySet<string> = new Set(["_tag", "issues", "name", "message", "cause", "stack"])

/** The public fields that a failure's class declares; undefined when it declares none. */
export const failureFacts = (error: FailureInstance): Readonly<Record<string, unknown>> | undefined => {
  const facts = Object.entries(error).filter(([name, value]) => !internalFields.has(name) && value !== undefined)
  return facts.length === 0 ? undefined : Object.fromEntries(facts)
}
