import type { FastifyInstance } from "fastify"
import { readFileSync } from "node:fs"
import type { KeptPage } from "../operations/pageOperations.ts"

/** Serves the page in the file like a static file server, with its bytes and headers in memory. */
export const servedPage = (app: FastifyInstance, file: string) => {
  const { body, headers, path }: KeptPage = JSON.parse(readFileSync(file, "utf8"))
  const bytes = Buffer.from(body)
  app.get(path, (request, reply) => {
    void reply.headers(headers)
    return request.headers["if-none-match"] === headers["etag"] ? reply.status(304).send() : reply.send(bytes)
  })
}
