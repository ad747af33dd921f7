import { safetyHeaders } from "../../src/http/surface/safetyHeaders.ts"
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController
} from "fastify"
import { randomUUID } from "node:crypto"
import sonic from "sonic-boom"
import { jsonIssue } from "../../src/http/surface/jsonBody.ts"
import { addressUse, rateLimitHeaders, take } from "./limits.ts"
import type { RateLimitUse, RateLimitWindow } from "../../src/domain/ratelimit/RateLimits.ts"
import { move, observe } from "./metrics.ts"
import { type FieldIssue, Problem } from "./Problem.ts"

const requestIdPattern = /^[A-Za-z0-9._:-]{1,128}$/
const utf8 = new TextDecoder("utf-8", { fatal: true })

const pathOf = (url: string) => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

const places: Readonly<Record<string, string>> = {
  querystring: "query",
  params: "path",
  headers: "header",
  body: "body"
}

const issuesOf = (error: FastifyError): ReadonlyArray<FieldIssue> =>
  (error.validation ?? []).map((issue) => ({
    field: String(issue.params["missingProperty"] ?? issue.instancePath.slice(1).replaceAll("/", ".")),
    in: places[error.validationContext ?? ""] ?? "body",
    message: issue.message ?? "not valid"
  }))

const problemOf = (error: FastifyError | Problem): Problem => {
  if (error instanceof Problem) return error
  if (error.validation !== undefined) {
    const issues = issuesOf(error)
    const code = error.validationContext === "body" ? "invalid_body" : "invalid_parameter"
    return new Problem(400, code, "The request is not valid", { issues })
  }
  if (error.code === "FST_ERR_HANDLER_TIMEOUT") return new Problem(503, "service_unavailable", "Try again shortly")
  if (error.statusCode === 413 || error.statusCode === 415) return new Problem(400, "invalid_body", error.message)
  return new Problem(500, "internal_error", "Internal error")
}

const hubBody = (problem: Problem, request: FastifyRequest) => ({
  type: `urn:hub:problem:${problem.code}`,
  title: problem.title,
  status: problem.status,
  detail: problem.message,
  instance: pathOf(request.url),
  code: problem.code,
  requestId: request.id,
  ...(problem.details === undefined ? undefined : { details: problem.details }),
  ...(problem.issues === undefined ? undefined : { errors: problem.issues })
})

const partnerBody = (problem: Problem) => ({
  type: problem.status === 400 ? "validation_error" : "api_error",
  timestamp: new Date().toISOString(),
  code: problem.code,
  message: problem.message,
  ...(problem.details === undefined ? undefined : { details: problem.details }),
  ...(problem.issues === undefined ? undefined : { errors: problem.issues })
})

const memberBody = ({ code, message, status }: Problem) => ({ statusCode: status, message, code })

const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
  if (problem.status === 401) void reply.header("WWW-Authenticate", "Bearer")
  void reply.status(problem.status)
  if (request.url.startsWith("/v1/members")) {
    return reply.type("application/json").send(JSON.stringify(memberBody(problem)))
  }
  return request.url.startsWith("/v1/partner")
    ? reply.type("application/json").send(JSON.stringify(partnerBody(problem)))
    : reply.type("application/problem+json").send(JSON.stringify(hubBody(problem, request)))
}

declare module "fastify" {
  interface FastifyRequest {
    windows: ReadonlyArray<RateLimitWindow>
  }
}

/** Adds windows to those of the request, and sets the rate-limit headers of the response. */
export const tell = (reply: FastifyReply, windows: ReadonlyArray<RateLimitWindow>, now: number) => {
  const { request } = reply
  request.windows = [...request.windows, ...windows]
  void reply.headers(rateLimitHeaders(request.windows, now))
}

/** Counts uses and sets the rate-limit headers of the response. */
export const limit = (reply: FastifyReply, uses: ReadonlyArray<RateLimitUse>, now: number) =>
  take(uses, now, (windows) => tell(reply, windows, now))

/** The base of all routes: request ids, logs, metrics, address limits, strict bodies, problems. */
export const makeApp = (): FastifyInstance => {
  const app = Fastify({
    // Lines are written in batches, like the service's.
    logger: { level: "info", stream: new sonic.SonicBoom({ fd: 1, sync: false, minLength: 4096 }) },
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const sentId = headers["x-request-id"]
      return typeof sentId === "string" && requestIdPattern.test(sentId) ? sentId : randomUUID()
    },
    bodyLimit: 1_048_576,
    handlerTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    ajv: { customOptions: { allErrors: true, removeAdditional: false } }
  })

  app.decorateRequest("windows")
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      const text = utf8.decode(typeof body === "string" ? Buffer.from(body) : body)
      const value: unknown = JSON.parse(text)
      const objection = jsonIssue(text)
      if (objection !== undefined) throw new Error(objection)
      done(null, value)
    } catch (error) {
      done(new Problem(400, "invalid_body", "The body is not usable JSON", { message: String(error) }))
    }
  })

  app.addHook("onRequest", (request, reply, done) => {
    move(`in flight ${request.method} ${request.routeOptions.url ?? "unmatched"}`, 1)
    request.windows = []
    void reply.headers({ ...safetyHeaders, "X-Request-ID": request.id, "Cache-Control": "no-store" })
    try {
      take([addressUse(request.ip)], Date.now(), () => undefined)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })

  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unmatched"
    move(`in flight ${request.method} ${route}`, -1)
    move(`requests ${request.method} ${route} ${reply.statusCode}`, 1)
    observe(`seconds ${request.method} ${route} ${reply.statusCode}`, reply.elapsedTime)
    request.log.info(
      { method: request.method, route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
      "request"
    )
    done()
  })

  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status === 500) request.log.error(error)
    return answer(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) => answer(request, reply, new Problem(404, "not_found", "No such route")))
  return app
}
