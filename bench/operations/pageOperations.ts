import { writeFile } from "node:fs/promises"
import { encodeRequest, type LoadRequest } from "../load.ts"
import type { Operation } from "./operations.ts"
import type { Subject } from "../subjects.ts"

const path = "/p/organization-a/v1-published"

const headers = { "accept-encoding": "identity" }

/** A page as served, which the peer keeps in memory, as the service does after rendering it. */
export interface KeptPage {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers of one response, not of the page. */
const passing = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "x-request-id"])

/** Saves the service's response for the peer, which has no pages of its own. */
export const keepPage = async ({ port }: Subject, file: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!response.ok) throw new Error(`The page is answered with ${response.status}`)
  const kept: KeptPage = {
    path,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !passing.has(name))),
    body: await response.text()
  }
  await writeFile(file, JSON.stringify(kept))
}

const request: LoadRequest = {
  bytes: encodeRequest("GET", path, headers),
  status: 200,
  accepts: (body) => body.startsWith("<!doctype html>") || body.startsWith("<!DOCTYPE html>")
}

/** Operations of guests on pages. */
export const pageOperations: ReadonlyArray<Operation> = [
  {
    name: "servePage",
    what: "a published page, from memory",
    request: () => request,
    isRepeatable: true,
    data: "demo",
    subjects: ["service", "peer"]
  }
]
