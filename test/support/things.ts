import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ConfigProvider, Context, DateTime, Effect, Layer, References, Schema, type Scope, TxRef } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { demoIds } from "../../src/demo/demoIds.ts"
import { venues } from "../../src/demo/venues.ts"
import { PartnerCaller } from "../../src/domain/access/PartnerCaller.ts"
import { touchVenues } from "../../src/domain/access/TouchedVenues.ts"
import type { Failure } from "../../src/domain/shared/Failure.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { Venues } from "../../src/domain/venues/Venues.ts"
import { partnerFailure, partnerFailures } from "../../src/http/partner/partnerFailure.ts"
import { PartnerGuard } from "../../src/http/partner/PartnerGuard.ts"
import { partnerWrites } from "../../src/http/partner/partnerWrites.ts"
import { write } from "../../src/http/partner/verbs.ts"
import { endpointRoutes } from "../../src/http/surface/endpointRoutes.ts"
import { handlersOf } from "../../src/http/surface/handlers.ts"
import { orNoBody } from "../../src/http/surface/schemas/orNoBody.ts"
import { outermost, routing } from "../../src/http/surface/outermost.ts"
import { PathText } from "../../src/http/surface/schemas/PathText.ts"
import { surfaceOf } from "../../src/http/surface/SurfaceRoutes.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import * as Services from "../../src/layers/Services.ts"
import type { Answer } from "./http/service.ts"
import { at } from "./http/service.ts"

/** A state conflict like those of the Partner API's writes. */
class ThingClosed extends Schema.TaggedError<ThingClosed>()("ThingClosed", { currentStatus: Schema.String }) {
  static readonly failure: Failure = { kind: "conflict", code: "invalid_state_transition", title: "Not in this state" }
  override get message() {
    return "The thing is closed"
  }
}

/** The effect of the writes below on the store: countable, and undone by a rollback. */
export class Things extends Context.Service<Things, { readonly make: Effect.Effect<number> }>()("test/Things") {}

/** What a write does after creating its thing, by the last part of its path. */
const course = (what: string): Effect.Effect<void, ThingClosed | NotFound> => {
  switch (what) {
    case "v1":
      return touchVenues(venues.V1.id)
    case "v2":
      return touchVenues(venues.V2.id)
    case "closed":
      return Effect.andThen(touchVenues(venues.V2.id), Effect.fail(new ThingClosed({ currentStatus: "closed" })))
    case "missing":
      return Effect.fail(new NotFound({}))
    case "broken":
      return Effect.die(new Error("broken"))
    case "slow":
      return Effect.sleep("10 seconds")
    case "endless":
      return Effect.sleep("1 hour")
    default:
      return Effect.void
  }
}

const make = Effect.fnUntraced(function* (what: string) {
  const number = yield* Things.use((things) => things.make)
  yield* course(what)
  return { number, what }
})

/** Creates a thing for the venue in the body, correctly or with a leak, by the last part of the path. */
const makeAt = Effect.fnUntraced(function* (what: string, venueId: string) {
  const { reach } = yield* PartnerCaller
  const [venue] = yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, [venueId]))
  if (venue === undefined && what === "nameless") return yield* new NotFound({})
  if (venue === undefined && what === "knowing" && venueId === demoIds.venues.W1) {
    return yield* new ThingClosed({ currentStatus: "elsewhere" })
  }
  if (venue === undefined) return yield* new NotFound({ field: "venueId" })
  return yield* make("v1")
})

const Body = Schema.Struct({
  list: Schema.optionalKey(Schema.Array(Schema.Int)),
  nested: Schema.optionalKey(Schema.Json)
})
const Thing = Schema.Struct({ number: Schema.Int, what: Schema.String })

const thing = {
  scopes: ["partner:arrivals:write"],
  params: { what: PathText },
  errors: [partnerFailure(ThingClosed)],
  summary: "",
  description: ""
} as const

class ThingsGroup extends HttpApiGroup.make("things").add(
  write.post("makeThing", "/things/:what", {
    ...thing,
    payload: orNoBody(Body, {}),
    success: Thing.pipe(HttpApiSchema.status(201))
  }),
  write.post("makeThingAt", "/things-at/:what", {
    ...thing,
    payload: Schema.Struct({ venueId: Schema.String }),
    success: Thing
  }),
  write.put("replaceThing", "/things/:what", { ...thing, payload: Body, success: Thing }),
  write.delete("removeThing", "/things/:what", { ...thing, success: HttpApiSchema.NoContent })
) {}

class ThingsApi extends HttpApi.make("things")
  .add(ThingsGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .prefix("/v1/partner") {}

const ThingsHandlers = handlersOf(
  ThingsApi,
  "things"
)({
  makeThing: ({ params: { what } }) => make(what),
  makeThingAt: ({ params: { what }, payload: { venueId } }) => makeAt(what, venueId),
  replaceThing: ({ params: { what } }) => make(what),
  removeThing: ({ params: { what } }) => Effect.asVoid(make(what))
})

export type ServiceContext = Context.Context<Layer.Success<typeof Services.layerMemory>>

/** A call: `key` is the Idempotency-Key, `as` the API key. */
export interface ThingCall {
  readonly as: string
  readonly key?: string | undefined
  readonly method?: string
  /** The last part of the path, and a query if there is one. */
  readonly what: string
  /** Below `/v1/partner`; `things` by default. */
  readonly under?: string
  readonly body?: string | undefined
}

/** Writes over the Partner API's idempotency, on the given services; called in process, with the test clock. */
export const makeThings = Effect.fnUntraced(function* (
  services: ServiceContext,
  things: Things["Service"]
): Effect.fn.Return<(call: ThingCall) => Effect.Effect<Answer>, never, Scope.Scope> {
  const provided = Layer.succeedContext(Context.add(services, Things, things))
  const routes = endpointRoutes(ThingsApi, [ThingsHandlers], { writes: () => partnerWrites }).pipe(
    Layer.provide(PartnerGuard),
    HttpRouter.provideRequest(provided),
    Layer.merge(
      outermost({
        surfaces: [surfaceOf(ThingsApi, { prefixes: ["/v1/partner"], envelope: partnerFailures })],
        files: [],
        fallback: partnerFailures,
        isTrustedProxy: () => false
      })
    ),
    Layer.provide(provided),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )
  const app = yield* HttpRouter.toHttpEffect(routes).pipe(
    Effect.provideService(HttpRouter.RouterConfig, routing),
    Effect.map(Effect.provideContext(services)),
    Effect.orDie
  )
  return Effect.fnUntraced(function* ({ as, body, key, method = "POST", under = "things", what }) {
    const request = new Request(`http://things.test/v1/partner/${under}/${what}`, {
      method,
      headers: {
        "x-api-key": as,
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body })
    })
    const serverResponse = yield* app.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
      Effect.scoped,
      Effect.orDie,
      Effect.provideService(References.MinimumLogLevel, "None")
    )
    const response = HttpServerResponse.toWeb(serverResponse)
    const text = yield* Effect.promise(() => response.text())
    const parsed: unknown = text === "" ? null : JSON.parse(text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed,
      at: (path) => at(parsed, path),
      each: () => []
    }
  })
})

/** The in-memory services, holding the demo data. */
export const demoServices = Effect.suspend(() => {
  const configuration = Configuration.layer({ store: "memory", demo: true }).pipe(
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
  )
  return Layer.build(
    Services.layerMemory.pipe(
      Layer.provideMerge(Layer.effectDiscard(loadDemo)),
      Layer.provideMerge(Memory.layer),
      Layer.provide(configuration),
      Layer.orDie
    )
  )
})

/** The same over the in-memory services; `count` is the number of committed things. */
export const inMemory = Effect.gen(function* () {
  const services = yield* demoServices
  const made = yield* TxRef.make(0)
  const call = yield* makeThings(services, {
    make: Effect.tx(TxRef.modify(made, (count) => [count + 1, count + 1]))
  })
  return { call, count: TxRef.get(made), services }
})

const loadDemo = Effect.gen(function* () {
  const memory = yield* Memory.Memory
  yield* memory.load(demoDataset(yield* DateTime.now))
})
