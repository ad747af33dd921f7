import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AddedCodes } from "../../domain/codePools/addPoolCodes.ts"
import { CodePool } from "../../domain/codePools/CodePool.ts"
import { OfferWithoutCodes } from "../../domain/codePools/CodePoolErrors.ts"
import { codePoolFields } from "../../domain/codePools/codePoolFields.ts"
import { PoolCode } from "../../domain/codePools/PoolCode.ts"
import { OfferCodePool, OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { BodyInstant } from "../surface/schemas/BodyInstant.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** Limits of an upload: 5,000 codes of 128 characters fit into its bytes. */
const maxCodes = 5000
const uploadBytes = 4_194_304

const PoolPage = Schema.Struct(offsetPage(CodePool)).annotate({ identifier: "OfferCodePoolPage" })

const CodePage = Schema.Struct(offsetPage(PoolCode)).annotate({ identifier: "OfferCodePage" })

const PoolsQuery = Schema.Struct({
  ...offsetQuery(25),
  offerId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only pools of the offer with this external id" }),
  status: Schema.optionalKey(QueryList(OfferCodePool.fields.status)).pipe(
    Schema.annotateEncoded({ description: "Only items in these statuses" })
  )
})

const CodesQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(OfferCodeStatus)).pipe(
    Schema.annotateEncoded({ description: "Only items in these statuses" })
  )
})

const { lowStockThreshold, name, status } = codePoolFields

const settings = {
  lowStockThreshold: Schema.optionalKey(lowStockThreshold).annotateKey({
    description: "Number of available codes at or below which stock is low; null to disable"
  }),
  expiresAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description: "When claims stop taking codes from the pool; null for never"
  })
}

const NewPool = Schema.Struct({
  offerId: ExternalId.annotateKey({
    description: "External id of an offer with redemption type `externalCode`, published or draft"
  }),
  name: name.annotateKey({ description: "Name of the pool; need not be unique" }),
  ...settings
})

const Change = Schema.Struct({
  name: Schema.optionalKey(name).annotateKey({ description: "Name of the pool" }),
  status: Schema.optionalKey(status).annotateKey({
    description: "While `paused`, claims take no codes from the pool"
  }),
  ...settings
}).check(atLeastOneField)

const Upload = Schema.Struct({
  codes: Schema.Array(Schema.String.check(Schema.isMaxLength(1000)))
    .check(Schema.isMinLength(1), Schema.isMaxLength(maxCodes))
    .annotateKey({
      description: [
        "1 to 5000 codes of 1 to 128 printable characters each, in the order in which claims take them. Surrounding",
        "white space is trimmed; codes are case-sensitive."
      ].join(" ")
    })
})

const poolId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the pool" }))
const codeId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the code" }))

const conflict = partnerFailure(StateConflict)

const path = "/offer-code-pools"

/** Pools of external codes for offer claims (PAR-114, DOMAIN 8.3). */
export class CodePoolsGroup extends HttpApiGroup.make("codePools")
  .add(
    read.get("listCodePools", path, {
      scopes: ["offers:codes:read"],
      query: PoolsQuery,
      success: PoolPage,
      summary: "List code pools with their stock",
      description:
        "Ordered by creation. If an offer has several pools, claims take codes from the one that expires first."
    }),
    write.post("createCodePool", path, {
      scopes: ["offers:codes:write"],
      payload: NewPool,
      success: CodePool.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, partnerFailure(OfferWithoutCodes)],
      summary: "Create a code pool",
      description: [
        "The new pool is active and empty. Like every write to pools, it requires access to all venues. When stock",
        "falls to `lowStockThreshold`, one notification is sent within about a minute, to the offer's venue if it has",
        "one, otherwise to the organization. Another is sent if stock falls to it again after codes were added."
      ].join(" ")
    }),
    read.get("getCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:read"],
      params: { poolId },
      success: CodePool,
      summary: "Get a code pool with its stock",
      description: "Counts are current as of the request."
    }),
    write.patch("changeCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:write"],
      params: { poolId },
      payload: Change,
      success: CodePool,
      errors: [insufficientReach, conflict],
      summary: "Update a code pool",
      description:
        "Renames, pauses or resumes the pool, or sets its threshold or expiry. Absent fields are left unchanged. An " +
        "archived pool cannot be changed."
    }),
    write.delete("archiveCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:write"],
      params: { poolId },
      errors: [insufficientReach],
      summary: "Archive a code pool",
      description: [
        "Cannot be undone. Remaining codes become void, assigned codes stay valid, and the pool can still be read.",
        "Archiving it again changes nothing."
      ].join(" ")
    }),
    read.get("listPoolCodes", `${path}/:poolId/codes`, {
      scopes: ["offers:codes:read"],
      params: { poolId },
      query: CodesQuery,
      success: CodePage,
      summary: "List the masked codes of a pool",
      description:
        "Ordered by status (available, assigned, redeemed, void), then by when they were added. Full codes are never " +
        "returned."
    }),
    write.post("addPoolCodes", `${path}/:poolId/codes`, {
      scopes: ["offers:codes:write"],
      bodyBytes: uploadBytes,
      params: { poolId },
      payload: Upload,
      success: AddedCodes,
      errors: [insufficientReach, conflict],
      summary: "Add codes to a pool",
      description: [
        "Invalid and duplicate codes are reported by position; the others are still added. Codes are stored encrypted.",
        "An archived pool is refused."
      ].join(" ")
    }),
    write.delete("voidPoolCode", `${path}/:poolId/codes/:codeId`, {
      scopes: ["offers:codes:write"],
      params: { poolId, codeId },
      errors: [insufficientReach, conflict],
      summary: "Void an available code",
      description: "Voiding a void code changes nothing. An assigned or redeemed code is refused."
    })
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Offer code pools",
      description: "Pools of external codes that offer claims hand out"
    })
  ) {}
