import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { operatorRoutes, sessionOf } from "./operator.ts"
import * as Service from "./http/service.ts"

export type Body = Readonly<Record<string, unknown>>

export const root = "/collaboration?scope=ws-a-main"

export const send = (name: string, body: Body, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(operatorRoutes(), ({ post }) => post(root, { ...sessionOf(name), ...headers }, body))

export const read = (name: string, query = "") =>
  Effect.flatMap(operatorRoutes(), ({ get }) => get(`${root}${query}`, sessionOf(name)))

export const idOf = (kind: Readonly<Record<string, string>>, name: string) =>
  kind[name] ?? assert.fail(`no demo ${name}`)
export const action = (name: string) => ({ type: "action", id: idOf(demoIds.actions, name) })
export const message = (name: string) => ({ type: "message", id: idOf(demoIds.messages, name) })

export const post = (name: string, subject: Body, change: Body = {}) =>
  send(name, { type: "post_comment", subject, body: "SECRETWORD of a comment", ...change })

export const comments = (name: string, subject: { readonly id: string }) =>
  read(name, `&view=comments&subject=${subject.id}`)

export const attention = (name: string) => Effect.map(read(name, "&view=attention"), (page) => page.each("items"))

export const react = (name: string, messageId: string, change: Body = {}) =>
  send(name, { type: "react", messageId, emoji: "\u{1F44D}", ...change })

export const rows = Effect.flatMap(Service.Service, (service) => service.rows)

export const missing = [404, "not_found"]
export const ids = (items: ReadonlyArray<unknown>) => items.map((item) => Service.at(item, "id"))

/** The inserted or changed rows. */
export const added = (before: ReadonlySet<string>, after: ReadonlySet<string>) =>
  [...after].filter((row) => !before.has(row))

export const tablesOf = (rows: ReadonlyArray<string>) => rows.map((row) => row.slice(0, row.indexOf(" "))).toSorted()
