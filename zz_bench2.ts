import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Schema, DateTime } from "effect"
import { ScannedAction } from "./src/domain/actions/Actions.ts"
import { ActionsPage } from "./src/domain/actions/readActions.ts"
import { ActionRecord, actionRecords } from "./src/domain/actions/ActionRecord.ts"
import { Int8, Timestamp } from "./src/sql/columns.ts"
const Row = Schema.Struct({
  ...ScannedAction.fields,
  seq: Int8,
  dueAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  claimedAt: Schema.NullOr(Timestamp),
  finishedAt: Schema.NullOr(Timestamp),
  cancelledAt: Schema.NullOr(Timestamp)
})
const raw = Array.from({ length: 101 }, (_, i) => ({ seq: BigInt(i + 1), id: "0198c0de-0000-7000-8000-00000000000" + i, version: 1, state: "unowned", kind: "housekeeping", title: "Title", details: null, priority: "normal", guestId: "guest-1", reservationId: null, propertyId: "prop", audienceKind: "workspace", teamId: null, teamXid: null, ownerKind: i % 3 ? null : "integration", ownerIntegrationId: i % 3 ? null : 3, ownerId: i % 3 ? null : "x", ownerName: i % 3 ? null : "Y", dueAt: null, evidence: null, createdAt: new Date(), updatedAt: new Date(), claimedAt: i % 3 ? null : new Date(), finishedAt: null, cancelledAt: null }))
const time = async (name: string, f: () => unknown) => {
  for (let i = 0; i < 200; i++) await f()
  const c = process.cpuUsage()
  for (let i = 0; i < 1000; i++) await f()
  const cpu = process.cpuUsage(c)
  console.log(name, ((cpu.user + cpu.system) / 1000 / 1000).toFixed(3), "ms cpu")
}
const dec = Schema.decodeUnknownSync(Schema.Array(Row))
const rows = dec(raw)
await time("decode row", () => dec(raw))
const pick = (names: string[]) => Schema.Struct(Object.fromEntries(Object.entries(Row.fields).filter(([n]) => names.includes(n))) as any)
for (const names of [["seq"], ["id","version","state","kind","title"], ["details","guestId","reservationId","propertyId","teamXid","ownerId","ownerName","evidence"], ["teamId","ownerIntegrationId"], ["priority","audienceKind","ownerKind"], ["createdAt","updatedAt"], ["dueAt","claimedAt","finishedAt","cancelledAt"]]) {
  const d = Schema.decodeUnknownSync(Schema.Array(pick(names)) as any)
  await time("decode " + names.join(), () => d(raw))
}
const page = { view: "actions" as const, scope: "ws-1", items: actionRecords({ audienceWorkspace: true, audienceTeamIds: [] } as any, 1, rows.slice(0, 100)), nextCursor: null }
const enc = Schema.encodeSync(Schema.toCodecJson(ActionsPage))
await time("encode page", () => enc(page))
const encR = Schema.encodeSync(Schema.Array(Schema.toCodecJson(ActionRecord)))
await time("encode records", () => encR(page.items))
for (const names of [["id","version","state","kind","title","priority"], ["details","guestId","reservationId","propertyId","evidence"], ["audience","owner"], ["createdAt","updatedAt"], ["dueAt","claimedAt","finishedAt","cancelledAt"]]) {
  const d = Schema.encodeUnknownSync(Schema.toCodecJson(Schema.Array(Schema.Struct(Object.fromEntries(Object.entries(ActionRecord.fields).filter(([n]) => names.includes(n))) as any) as any)))
  await time("encode " + names.join(), () => d(page.items))
}
await time("stringify", () => JSON.stringify(enc(page)))
await time("iso only", () => page.items.map((i) => DateTime.formatIso(i.createdAt)))
