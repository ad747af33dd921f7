import { Effect, Schema } from "effect"
import { createServer } from "node:http"
import { BrandPage } from "../../../src/domain/brands/Brand.ts"
import type { CoreApi } from "../../../src/domain/brands/CoreApi.ts"
import type { OrganizationId } from "../../../src/domain/organizations/Organization.ts"

/** A request received by the stub. */
export interface Asked {
  readonly path: string
  readonly limit: number
  readonly after: string | undefined
  readonly authorization: string | undefined
}

/** The stub's reaction: a response, no response, or a dropped connection. */
export type Answer = { readonly status: number; readonly body: string } | "silence" | "hang up"

export const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) })

/**
 * A core API on a port of its own until the scope closes, reacting as `answer` says. `asked` lists the requests;
 * `connections` counts all accepted connections, and `silences` the requests left without a response.
 */
export const serve = Effect.fnUntraced(function* <R>(answer: (asked: Asked) => Effect.Effect<Answer, never, R>) {
  const asked: Array<Asked> = []
  let accepted = 0
  let silences = 0
  const run = Effect.runPromiseWith(yield* Effect.context<R>())
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://core.test")
    const one: Asked = {
      path: pathname,
      limit: Number(searchParams.get("limit")),
      after: searchParams.get("after") ?? undefined,
      authorization: request.headers.authorization
    }
    asked.push(one)
    void run(answer(one)).then((what) => {
      if (what === "hang up") response.destroy()
      else if (what === "silence") silences += 1
      else {
        response.writeHead(what.status, { "content-type": "application/json" }).end(what.body)
      }
    })
  })
  server.on("connection", () => {
    accepted += 1
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return {
    url: new URL(`http://127.0.0.1:${port}/core/`),
    asked,
    connections: () => accepted,
    silences: () => silences
  }
})

const encodePage = Schema.encodeSync(Schema.toCodecJson(BrandPage))

/** The response of a healthy core with the data of `core`, for these organizations by external id. */
export const answerFrom = (
  core: CoreApi["Service"],
  organizations: ReadonlyArray<{ readonly id: OrganizationId; readonly xid: string }>
) =>
  Effect.fnUntraced(function* ({ after, authorization, limit, path }: Asked): Effect.fn.Return<Answer> {
    if (authorization !== "Bearer core-key") return json(401, { code: "unauthenticated" })
    const organization = organizations.find(
      ({ xid }) => path === `/core/organizations/${encodeURIComponent(xid)}/brands`
    )
    if (organization === undefined) return json(404, { code: "organization_unknown" })
    return yield* core.listBrands({ organization, limit, after }).pipe(
      Effect.map((page) => json(200, encodePage(page))),
      Effect.catchTags({
        CorePositionUnknown: () => Effect.succeed(json(400, { code: "position_unknown" })),
        CoreUnavailable: () => Effect.succeed(json(500, {})),
        CoreNotReady: () => Effect.succeed(json(503, {}))
      })
    )
  })
