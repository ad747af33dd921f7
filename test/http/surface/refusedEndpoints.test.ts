import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Schema } from "effect"
import {
  HttpApi,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity
} from "effect/http-api"
import { PartnerAccess } from "../../../src/http/partner/PartnerAccess.ts"
import { PartnerGuard } from "../../../src/http/partner/PartnerGuard.ts"
import { partnerWrites } from "../../../src/http/partner/partnerWrites.ts"
import { read, write } from "../../../src/http/partner/verbs.ts"
import { endpointRoutes } from "../../../src/http/surface/endpointRoutes.ts"
import { handlersOf } from "../../../src/http/surface/handlers.ts"
import { Verb } from "../../../src/http/surface/Verb.ts"
import { appOf } from "../../support/http/serveApi.ts"
import { demoServices } from "../../support/things.ts"

const facts = { scopes: "any", summary: "", description: "" } as const
const Name = Schema.Struct({ name: Schema.String })
const at = HttpApiGroup.make("its")
const small = HttpApi.make("small")
const handle = () => Effect.never
const serving = { writes: () => partnerWrites }
const limits = { maxTotalSize: 1024 }

class Session extends HttpApiMiddleware.Service<Session>()("test/Session", {
  security: { session: HttpApiSecurity.bearer }
}) {}

const bare = HttpApiEndpoint.get("getIt", "/it", { success: Name })
const Bare = small.add(at.add(bare.middleware(PartnerAccess)))
const Open = small.add(at.add(bare.annotate(Verb, "read")))
const Reading = small.add(at.add(read.get("getIt", "/it", facts)))
const Writing = small.add(at.add(write.post("makeIt", "/it", facts)))
const Secured = small.add(at.add(read.get("getIt", "/it", facts).middleware(Session)))

const streamed = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })
const Streamed = small.add(at.add(read.get("getIt", "/it", { ...facts, success: streamed })))
const events = HttpApiSchema.StreamSse({ data: Name })
const Events = small.add(at.add(read.get("getIt", "/it", { ...facts, success: [Name, events] })))
const upgrade = HttpApiSchema.Upgrade({ protocol: "ftp" })
const Upgraded = small.add(at.add(read.get("getIt", "/it", { ...facts, success: upgrade })))

const taking = <const Payload extends HttpApiEndpoint.PayloadConstraintCodecs<"POST">>(payload: Payload) =>
  small.add(at.add(write.post("makeIt", "/it", { ...facts, payload })))

const Unlimited = taking(Name.pipe(HttpApiSchema.asMultipart()))
const Counted = taking(Name.pipe(HttpApiSchema.asMultipart({ maxFileSize: 1024, maxParts: 2 })))
const Parts = taking(Name.pipe(HttpApiSchema.asMultipartStream(limits)))
const Encoded = taking(Name.pipe(HttpApiSchema.asFormUrlEncoded()))
const Text = taking(Schema.String.pipe(HttpApiSchema.asText()))
const Either = taking([Name, Name.pipe(HttpApiSchema.asMultipart(limits))])

const session = Layer.succeed(Session, { session: (http) => http })
const absent = Layer.succeedContext(Context.makeUnsafe<PartnerAccess>(new Map()))

/** Routes that do not start, by the reason. */
const refused = {
  "getIt was not declared with a verb of its surface": endpointRoutes(
    Bare,
    [handlersOf(Bare, "its")({ getIt: handle })],
    serving
  ).pipe(Layer.provide(PartnerGuard)),
  "getIt has no middleware": endpointRoutes(Open, [handlersOf(Open, "its")({ getIt: handle })], {}),
  "getIt requires hub/http/partner/PartnerAccess, which is not provided": endpointRoutes(
    Reading,
    [handlersOf(Reading, "its")({ getIt: handle })],
    serving
  ).pipe(Layer.provide(absent)),
  "getIt is a read with a staged handler, which only writes may have": endpointRoutes(
    Reading,
    [handlersOf(Reading, "its")({ getIt: { staged: handle } })],
    serving
  ).pipe(Layer.provide(PartnerGuard)),
  "makeIt is a write, but its surface has no write rules": endpointRoutes(
    Writing,
    [handlersOf(Writing, "its")({ makeIt: handle })],
    {}
  ).pipe(Layer.provide(PartnerGuard)),
  "getIt declares a security middleware; credentials are checked by the guard": endpointRoutes(
    Secured,
    [handlersOf(Secured, "its")({ getIt: handle })],
    serving
  ).pipe(Layer.provide(PartnerGuard), Layer.provide(session))
}

const successes = {
  "a stream of bytes": endpointRoutes(Streamed, [handlersOf(Streamed, "its")({ getIt: handle })], serving),
  "events, beside a success that can be served": endpointRoutes(
    Events,
    [handlersOf(Events, "its")({ getIt: handle })],
    serving
  ),
  "an upgrade": endpointRoutes(Upgraded, [handlersOf(Upgraded, "its")({ getIt: handle })], serving)
}

const bodies = {
  "a form without a limit": endpointRoutes(Unlimited, [handlersOf(Unlimited, "its")({ makeIt: handle })], serving),
  "a form without a limit of its whole": endpointRoutes(
    Counted,
    [handlersOf(Counted, "its")({ makeIt: handle })],
    serving
  ),
  "a form as a stream of parts": endpointRoutes(Parts, [handlersOf(Parts, "its")({ makeIt: handle })], serving),
  "a body as FormUrlEncoded": endpointRoutes(Encoded, [handlersOf(Encoded, "its")({ makeIt: handle })], serving),
  "a body as Text": endpointRoutes(Text, [handlersOf(Text, "its")({ makeIt: handle })], serving),
  "bodies of several content types": endpointRoutes(Either, [handlersOf(Either, "its")({ makeIt: handle })], serving)
}

/** The messages with which routes refuse to start, or `started`. */
const reasonOf = Effect.fnUntraced(function* (routes: Parameters<typeof appOf>[0]) {
  const exit = yield* Effect.exit(appOf(routes, yield* demoServices))
  return Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause).map(({ message }) => message) : "started"
}, Effect.scoped)

describe("endpoints that the kit cannot serve", () => {
  for (const [reason, routes] of Object.entries(refused)) {
    it.effect(`refuses to start: ${reason}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* reasonOf(routes), [`small: ${reason}`])
      })
    )
  }

  for (const [what, routes] of Object.entries(successes)) {
    it.effect(`refuses to start an endpoint that answers ${what}`, () =>
      Effect.gen(function* () {
        const reason = "small: getIt declares a stream or an upgrade as its success"
        assert.deepStrictEqual(yield* reasonOf(Layer.provide(routes, PartnerGuard)), [reason])
      })
    )
  }

  for (const [what, routes] of Object.entries(bodies)) {
    it.effect(`refuses to start an endpoint that takes ${what}`, () =>
      Effect.gen(function* () {
        const reason = `small: makeIt declares ${what.replace(" of its whole", "")}`
        assert.deepStrictEqual(yield* reasonOf(Layer.provide(routes, PartnerGuard)), [reason])
      })
    )
  }
})
