import type { Effect } from "effect"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { CommittedRefusal } from "../../domain/shared/CommittedRefusal.ts"
import type { AnyEffect, OnceResponse, KeyFacts } from "./writes.ts"

type Success<Endpoint> = Endpoint extends HttpApiEndpoint.Constraint ? HttpApiEndpoint.Success<Endpoint>["Type"] : never

type Failure<Endpoint extends HttpApiEndpoint.Constraint> =
  | HttpApiEndpoint.Errors<Endpoint>
  | HttpApiEndpoint.MiddlewareError<Endpoint>

type Unrefused<E> = E extends CommittedRefusal<infer F> ? F : E

/** Runs a write in a transaction, once per idempotency key, and stores its response for replays. */
export type Once<Endpoint extends HttpApiEndpoint.Constraint> = <E, R, Ahead extends AnyEffect = Effect.Effect<void>>(
  write: Effect.Effect<Success<Endpoint>, E, R>,
  facts?: KeyFacts<Ahead, Success<Endpoint>>
) => Effect.Effect<OnceResponse, Unrefused<E> | Effect.Error<Ahead> | Failure<Endpoint>, R | Effect.Services<Ahead>>

/**
 * The handler of an endpoint. A write runs in one transaction, once per idempotency key. A `staged` handler has several
 * steps: it decides what precedes that transaction and may repeat it.
 */
type Handler<Endpoint extends HttpApiEndpoint.Constraint> =
  | ((
      request: HttpApiEndpoint.Request<Endpoint>
    ) => Effect.Effect<Success<Endpoint>, Failure<Endpoint> | CommittedRefusal<Failure<Endpoint>>, unknown>)
  | {
      readonly staged: (
        request: HttpApiEndpoint.Request<Endpoint>,
        once: Once<Endpoint>
      ) => Effect.Effect<OnceResponse, Failure<Endpoint>, unknown>
      /** A check that can refuse the request before its body is read. */
      readonly admit?: Effect.Effect<void, Failure<Endpoint>, unknown>
    }

type Handlers<Group extends HttpApiGroup.Constraint> = {
  readonly [Id in keyof Group["endpoints"]]: Handler<Group["endpoints"][Id]>
}

type Admits<H> = H extends { readonly admit: Effect.Effect<unknown, unknown, infer R> } ? R : never

type Requires<H> = H extends (request: never) => Effect.Effect<unknown, unknown, infer R>
  ? R
  : H extends { readonly staged: (request: never, once: never) => Effect.Effect<unknown, unknown, infer R> }
    ? R | Admits<H>
    : never

/**
 * Handlers as the routes call them. Parameter types differ per endpoint, so the common type is unsound in its
 * parameters; it is declared with methods because TypeScript compares method parameters bivariantly.
 */
interface UntypedHandler {
  plain(request: unknown): Effect.Effect<unknown, unknown, unknown>
  staged(request: unknown, once: unknown): Effect.Effect<OnceResponse, unknown, unknown>
}

/** The handler of any endpoint. */
export type AnyHandler =
  | UntypedHandler["plain"]
  | (Pick<UntypedHandler, "staged"> & { readonly admit?: Effect.Effect<void, unknown, unknown> })

/** The handlers of one group, by endpoint. */
export interface GroupHandlers<Group extends string, H extends Readonly<Record<string, AnyHandler>>> {
  readonly group: Group
  readonly handlers: H
}

/** The services that a group's handlers require. */
export type RequiredBy<G> = G extends GroupHandlers<string, infer H> ? Requires<H[keyof H]> : never

/** Declares the handlers of a group, one per endpoint; the compiler checks that none is missing. */
export const handlersOf =
  <ApiId extends string, Groups extends HttpApiGroup.Constraint, const Id extends HttpApiGroup.Identifier<Groups>>(
    _api: HttpApi.HttpApi<ApiId, Groups>,
    group: Id
  ) =>
  <const H extends Handlers<HttpApiGroup.WithIdentifier<Groups, Id>> & Readonly<Record<string, AnyHandler>>>(
    handlers: H
  ): GroupHandlers<Id, H> => ({ group, handlers })
