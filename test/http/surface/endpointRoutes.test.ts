import { systemActor } from "../../../src/domain/audit/audit.ts"
import { assert, layer, vi } from "@effect/vitest"
import { Context, Effect, Layer, Schema, type Types } from "effect"
import { HttpServerResponse, Multipart } from "effect/http"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  OpenApi
} from "effect/http-api"
import { stat } from "node:fs/promises"
import { PartnerGuard } from "../../../src/http/partner/PartnerGuard.ts"
import { partnerWrites } from "../../../src/http/partner/partnerWrites.ts"
import { read, write } from "../../../src/http/partner/verbs.ts"
import { endpointRoutes } from "../../../src/http/surface/endpointRoutes.ts"
import { handlersOf } from "../../../src/http/surface/handlers.ts"
import { textBody } from "../../../src/http/surface/successes.ts"
import { Verb } from "../../../src/http/surface/Verb.ts"
import { key } from "../../support/partner.ts"
import { serveApi } from "../../support/http/serveApi.ts"
import { at } from "../../support/http/service.ts"
import { demoServices } from "../../support/things.ts"

const facts = { scopes: ["partner:arrivals:read"], summary: "", description: "" } as const
const Found = Schema.Struct({ found: Schema.String })
const Made = Schema.Struct({ made: Schema.Int }).pipe(HttpApiSchema.status(201))
const Begun = Schema.Struct({ begun: Schema.Boolean }).pipe(HttpApiSchema.status(202))

const which = { which: Schema.Literals(["found", "made", "begun", "nothing"]) }
const answers = {
  found: { found: "it" },
  made: { made: 1 },
  begun: { begun: true },
  nothing: undefined
}

const formLimit = 2000
const Form = Schema.Struct({ title: Schema.String, file: Multipart.SingleFileSchema }).pipe(
  HttpApiSchema.asMultipart({ maxTotalSize: formLimit })
)

class ItsGroup extends HttpApiGroup.make("its").add(
  read.get("getAny", "/any/:which", {
    ...facts,
    params: which,
    success: [HttpApiSchema.NoContent, Found, Made, Begun]
  }),
  read.get("getPage", "/page", { ...facts, success: textBody("text/html") }),
  read.get("getTable", "/table", { ...facts, success: textBody("text/csv") }),
  read.get("getCounted", "/counted", {
    ...facts,
    success: HttpApiSchema.WithHeaders(Found, { "x-count": Schema.NumberFromString })
  }),
  read.get("getPlace", "/place", {
    ...facts,
    success: HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, { location: Schema.String })
  }),
  read.get("getPreview", "/preview", { ...facts, preview: true, success: Found }),
  write.post("makeIt", "/its", {
    ...facts,
    success: HttpApiSchema.WithHeaders(Made, { location: Schema.String })
  }),
  write.delete("removeIt", "/its", {
    ...facts,
    success: HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, { "x-removed": Schema.String })
  }),
  write.post("uploadIt", "/uploads", {
    ...facts,
    payload: Form,
    success: Schema.Struct({ title: Schema.String, name: Schema.String, bytes: Schema.Int, call: Schema.Int })
  }),
  write.post("acceptInvite", "/invites/:link", {
    ...facts,
    scopes: "any",
    params: { link: Schema.String },
    success: Schema.Struct({ link: Schema.String, call: Schema.Int })
  })
) {}

class ItsApi extends HttpApi.make("its").add(ItsGroup) {}

let calls = 0
const call = Effect.sync(() => ++calls)

const ItsHandlers = handlersOf(
  ItsApi,
  "its"
)({
  getAny: ({ params }) => Effect.succeed(answers[params.which]),
  getPage: () => Effect.succeed("<p>it</p>"),
  getTable: () => Effect.succeed("a,b\r\n1,2\r\n"),
  getCounted: () => Effect.succeed(HttpApiSchema.withHeaders({ body: { found: "it" }, headers: { "x-count": 7 } })),
  getPlace: () => Effect.succeed(HttpApiSchema.withHeaders({ body: undefined, headers: { location: "/there" } })),
  getPreview: () => Effect.succeed({ found: "it" }),
  makeIt: () =>
    Effect.map(call, (made) => HttpApiSchema.withHeaders({ body: { made }, headers: { location: `/its/${made}` } })),
  removeIt: () =>
    Effect.map(call, (made) => HttpApiSchema.withHeaders({ body: undefined, headers: { "x-removed": String(made) } })),
  uploadIt: ({ payload: { file, title } }) =>
    Effect.gen(function* () {
      const { size } = yield* Effect.promise(() => stat(file.path))
      return { title, name: file.name, bytes: size, call: yield* call }
    }),
  acceptInvite: {
    staged: ({ params: { link } }, once) =>
      once(
        Effect.map(call, (number) => ({ link, call: number })),
        { tenant: `invite ${link}`, fingerprintInput: link }
      )
  }
})

const { policy } = partnerWrites
const inviteWrites = {
  ...partnerWrites,
  policy: { ...policy, namespace: "invite" as const },
  owner: Effect.succeed({ tenant: "", mayRepeat: () => true, actor: systemActor })
}

const ItsRoutes = endpointRoutes(ItsApi, [ItsHandlers], {
  writes: (endpoint) => (endpoint.identifier === "acceptInvite" ? inviteWrites : partnerWrites)
}).pipe(Layer.provide(PartnerGuard))

/** A middleware that appends its name to those of the middlewares inside it. */
const naming = (name: string) => (answer: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>) =>
  Effect.map(answer, (response) =>
    HttpServerResponse.setHeader(response, "x-passed", `${response.headers["x-passed"] ?? ""}${name}`)
  )

class First extends HttpApiMiddleware.Service<First>()("test/First") {}
class Second extends HttpApiMiddleware.Service<Second>()("test/Second") {}
class Third extends HttpApiMiddleware.Service<Third>()("test/Third") {}

class LayeredApi extends HttpApi.make("layered").add(
  HttpApiGroup.make("layered")
    .add(HttpApiEndpoint.get("getTwo", "/two", { success: Found }).annotate(Verb, "read").middleware(First))
    .add(
      HttpApiEndpoint.get("getThree", "/three", { success: Found })
        .annotate(Verb, "read")
        .middleware(Third)
        .middleware(First)
    )
    .middleware(Second)
) {}

const found = () => Effect.succeed({ found: "it" })
const names = Layer.mergeAll(
  Layer.succeed(First, naming("1")),
  Layer.succeed(Second, naming("2")),
  Layer.succeed(Third, naming("3"))
)
const layered = [
  endpointRoutes(LayeredApi, [handlersOf(LayeredApi, "layered")({ getTwo: found, getThree: found })], {}).pipe(
    Layer.provide(names)
  ),
  HttpApiBuilder.layer(LayeredApi).pipe(
    Layer.provide(
      HttpApiBuilder.group(LayeredApi, "layered", (group) => group.handleAll({ getTwo: found, getThree: found }))
    ),
    Layer.provide(names)
  )
]

class Its extends Context.Service<Its, Effect.Success<ReturnType<typeof serveApi>>>()("test/Its") {}
const served = Layer.effect(
  Its,
  Effect.flatMap(demoServices, (services) => serveApi(ItsApi, ItsRoutes, services))
)

const PA = key("PA")
const keyed = (name: string) => ({ ...PA, "idempotency-key": name })

/** A form of two fields with `total` bytes in all, of which the file has `bytes`. */
const formOf = (options: { readonly boundary?: string; readonly total?: number; readonly letter?: string } = {}) => {
  const { boundary = "limit", letter = "x", total = 400 } = options
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="title"',
    "",
    "A picture",
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="it.png"',
    "Content-Type: image/png",
    "",
    ""
  ].join("\r\n")
  const tail = `\r\n--${boundary}--\r\n`
  const bytes = total - head.length - tail.length
  return {
    bytes,
    body: `${head}${letter.repeat(bytes)}${tail}`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` }
  }
}

const codeOf = ({ text }: { readonly text: string }): unknown => at(JSON.parse(text), "code")

layer(served)("routes of endpoints", (it) => {
  for (const [name, status] of [
    ["found", 200],
    ["made", 201],
    ["begun", 202],
    ["nothing", 204]
  ] as const) {
    it.effect(`answers ${status} with the declared success that fits the value, in any order of declaration`, () =>
      Effect.gen(function* () {
        const { call } = yield* Its
        const answer = yield* call("GET", `/any/${name}`, PA)
        const value = answers[name]
        assert.deepStrictEqual([answer.status, answer.text], [status, value === undefined ? "" : JSON.stringify(value)])
        assert.strictEqual(answer.headers["content-type"], value === undefined ? undefined : "application/json")
      })
    )
  }

  it.effect("answers text with the content type that its success declares", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const page = yield* call("GET", "/page", PA)
      const table = yield* call("GET", "/table", PA)
      assert.deepStrictEqual([page.headers["content-type"], page.text], ["text/html", "<p>it</p>"])
      assert.deepStrictEqual([table.headers["content-type"], table.text], ["text/csv", "a,b\r\n1,2\r\n"])
    })
  )

  it.effect("sends the headers of a success, with and without a body", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const counted = yield* call("GET", "/counted", PA)
      assert.deepStrictEqual([counted.status, counted.headers["x-count"], counted.text], [200, "7", '{"found":"it"}'])
      assert.strictEqual(counted.headers["content-type"], "application/json")
      const place = yield* call("GET", "/place", PA)
      assert.deepStrictEqual([place.status, place.headers["location"], place.text], [204, "/there", ""])
    })
  )

  it.effect("PAR-117: a replay has the status, the headers and the body of the first answer", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      for (const [method, status, header] of [
        ["POST", 201, "location"],
        ["DELETE", 204, "x-removed"]
      ] as const) {
        const first = yield* call(method, "/its", keyed(`replay ${method}`))
        const again = yield* call(method, "/its", keyed(`replay ${method}`))
        assert.deepStrictEqual([first.status, first.headers["x-idempotent-replay"]], [status, undefined])
        assert.isDefined(first.headers[header])
        assert.deepStrictEqual(
          [again.status, again.headers[header], again.headers["content-type"], again.text],
          [first.status, first.headers[header], first.headers["content-type"], first.text]
        )
        assert.strictEqual(again.headers["x-idempotent-replay"], "true")
      }
    })
  )

  it.effect("PAR-012: labels every answer of a preview endpoint, failures included, and its operation", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      for (const headers of [PA, {}]) {
        assert.strictEqual((yield* call("GET", "/preview", headers)).headers["x-hub-preview"], "true")
        assert.isUndefined((yield* call("GET", "/counted", headers)).headers["x-hub-preview"])
      }
      const { paths } = OpenApi.fromApi(ItsApi)
      assert.propertyVal(paths["/preview"]?.get, "x-preview", true)
      assert.notProperty(paths["/counted"]?.get, "x-preview")
    })
  )

  it.effect("PAR-083: accepts a form of exactly its endpoint's limit, with Content-Length or chunked", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const form = formOf({ total: formLimit })
      for (const framing of [{}, { "transfer-encoding": "chunked" }]) {
        const headers = { ...keyed(`whole ${Object.keys(framing).length}`), ...form.headers, ...framing }
        const answer = yield* call("POST", "/uploads", headers, form.body)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepInclude(JSON.parse(answer.text), { title: "A picture", name: "it.png", bytes: form.bytes })
      }
    })
  )

  it.effect("PAR-083: refuses a form of one byte more with 413, with Content-Length or chunked", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const form = formOf({ total: formLimit + 1 })
      for (const framing of [{}, { "transfer-encoding": "chunked" }]) {
        const before = calls
        const headers = { ...keyed(`large ${Object.keys(framing).length}`), ...form.headers, ...framing }
        const answer = yield* call("POST", "/uploads", headers, form.body)
        assert.deepStrictEqual([answer.status, codeOf(answer)], [413, "payload_too_large"])
        assert.strictEqual(calls, before)
      }
    })
  )

  it.effect("refuses a body that is not a form with 415, and a truncated form with 400", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const json = { ...keyed("no form"), "content-type": "application/json" }
      const wrong = yield* call("POST", "/uploads", json, '{"title":"A picture"}')
      assert.deepStrictEqual([wrong.status, codeOf(wrong)], [415, "unsupported_media_type"])
      const { body, headers } = formOf()
      const cut = yield* call("POST", "/uploads", { ...keyed("cut"), ...headers }, body.slice(0, -30))
      assert.strictEqual(cut.status, 400)
    })
  )

  it.effect("GEN-007: a form that cannot be written to disk is 500, and a retry with its key succeeds", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const { body, headers } = formOf()
      const send = call("POST", "/uploads", { ...keyed("no disk"), ...headers }, body)
      vi.stubEnv("TMPDIR", "/dev/null")
      const refused = yield* Effect.ensuring(send, Effect.sync(vi.unstubAllEnvs))
      assert.deepStrictEqual([refused.status, codeOf(refused)], [500, "internal_error"])
      assert.strictEqual((yield* send).status, 200)
    })
  )

  it.effect("PAR-117, PAR-121: a replay compares a form's fields and file bytes, not its boundary", () =>
    Effect.gen(function* () {
      const { call } = yield* Its
      const upload = ({ body, headers }: ReturnType<typeof formOf>) =>
        call("POST", "/uploads", { ...keyed("same form"), ...headers }, body)
      const first = yield* upload(formOf())
      const again = yield* upload(formOf({ boundary: "other" }))
      assert.strictEqual(first.status, 200, first.text)
      assert.deepStrictEqual(
        [again.status, again.text, again.headers["x-idempotent-replay"]],
        [200, first.text, "true"]
      )
      const other = yield* upload(formOf({ letter: "y" }))
      assert.deepStrictEqual([other.status, codeOf(other)], [409, "idempotency_key_reused"])
    })
  )

  it.effect(
    "PAR-069: a key belongs to the tenant that the handler names, for callers of any organization or none",
    () =>
      Effect.gen(function* () {
        const { call } = yield* Its
        const post = (link: string, credential: Readonly<Record<string, string>>) =>
          call("POST", `/invites/${link}`, { ...credential, "idempotency-key": "invite" })
        const first = yield* post("one", PA)
        assert.strictEqual(first.status, 200, first.text)
        const staff = key("PADM")
        for (const credential of [key("PB"), staff]) {
          const again = yield* post("one", credential)
          assert.deepStrictEqual([again.text, again.headers["x-idempotent-replay"]], [first.text, "true"])
        }
        const other = yield* post("two", staff)
        assert.deepStrictEqual([other.status, other.headers["x-idempotent-replay"]], [200, undefined])
      })
  )

  it.effect("runs two and three middlewares in the framework's order", () =>
    Effect.gen(function* () {
      const services = yield* demoServices
      for (const routes of layered) {
        const { call } = yield* serveApi(LayeredApi, routes, services)
        const passed = [yield* call("GET", "/two"), yield* call("GET", "/three")]
        assert.deepStrictEqual(
          passed.map(({ headers, text }) => [headers["x-passed"], text]),
          [
            ["12", '{"found":"it"}'],
            ["312", '{"found":"it"}']
          ]
        )
      }
    })
  )
})
