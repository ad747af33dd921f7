import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { AddedCodes } from "../../domain/codePools/addPoolCodes.ts"
import { CodePool } from "../../domain/codePools/CodePool.ts"
import { OfferWithoutCodes } from "../../domain/codePools/CodePoolErrors.ts"
import { PoolCode } from "../../domain/codePools/PoolCode.ts"
import { OfferCodePool, OfferCodeStatus } from "../../domain/offers/OfferCode.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { LabelText } from "../../domain/shared/LabelText.ts"
import { StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { BodyInstant } from "../surface/BodyInstant.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** The most codes of an upload, and the bytes that its body may have: 5,000 lines of 128 characters fit. */
const mostCodes = 5000
const uploadBytes = 4_194_304

const PoolPage = Schema.Struct(offsetPage(CodePool)).annotate({ identifier: "OfferCodePoolPage" })

const CodePage = Schema.Struct(offsetPage(PoolCode)).annotate({ identifier: "OfferCodePage" })

const PoolsQuery = Schema.Struct({
  ...offsetQuery(25),
  offerId: Schema.optionalKey(ExternalId).annotateKey({ description: "Only pools of this offer, by its external id" }),
  status: Schema.optionalKey(QueryList(OfferCodePool.fields.status)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  )
})

const CodesQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(OfferCodeStatus)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  )
})

const name = LabelText(100)

const threshold = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })))

const settings = {
  lowStockThreshold: Schema.optionalKey(threshold).annotateKey({
    description: "At this many available codes or fewer the stock is low; null for never"
  }),
  expiresAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description: "From then on claims take no code from the pool; null for never"
  })
}

const NewPool = Schema.Struct({
  offerId: ExternalId.annotateKey({
    description: "External id of the offer, of redemption type `externalCode`, published or still a draft"
  }),
  name: name.annotateKey({ description: "Name of the pool; it need not be unique" }),
  ...settings
})

const Change = Schema.Struct({
  name: Schema.optionalKey(name).annotateKey({ description: "Name of the pool" }),
  status: Schema.optionalKey(Schema.Literals(["active", "paused"])).annotateKey({
    description: "`paused`: claims take no code from the pool until it is `active` again"
  }),
  ...settings
}).check(atLeastOneField)

const Upload = Schema.Struct({
  codes: Schema.Array(Schema.String.check(Schema.isMaxLength(1000)))
    .check(Schema.isMinLength(1), Schema.isMaxLength(mostCodes))
    .annotateKey({
      description: [
        "1 to 5000 codes of 1 to 128 printable characters each, in the order in which claims take them. White space",
        "around a code is none of it; upper and lower case differ"
      ].join(" ")
    })
})

const poolId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the pool" }))
const codeId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the code" }))

const insufficientReach = partnerFailure(InsufficientReach)
const conflict = partnerFailure(StateConflict)

const path = "/offer-code-pools"

/** The pools of external codes that claims take from (PAR-114, DOMAIN 8.3). */
export class CodePoolsGroup extends HttpApiGroup.make("codePools")
  .add(
    read.get("listCodePools", path, {
      scopes: ["offers:codes:read"],
      query: PoolsQuery,
      success: PoolPage,
      summary: "List code pools with their stock",
      description:
        "In the order in which they were made. Of several pools of an offer, claims take from the one that expires first."
    }),
    write.post("createCodePool", path, {
      scopes: ["offers:codes:write"],
      payload: NewPool,
      success: CodePool.pipe(HttpApiSchema.status(201)),
      errors: [insufficientReach, partnerFailure(OfferWithoutCodes)],
      summary: "Create a code pool",
      description: [
        "Active and empty. Only for callers with all venues, as every write of pools. A pool whose stock falls to",
        "`lowStockThreshold` is told once, within about a minute: to the venue of its offer, else to the organization;",
        "and again when it falls there after codes were added."
      ].join(" ")
    }),
    read.get("getCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:read"],
      params: { poolId },
      success: CodePool,
      summary: "Get a code pool with its stock",
      description: "The counts are those of the moment."
    }),
    write.patch("changeCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:write"],
      params: { poolId },
      payload: Change,
      success: CodePool,
      errors: [insufficientReach, conflict],
      summary: "Rename, pause or resume a code pool, or set its threshold or end",
      description: "Absent fields stay. An archived pool is not changed."
    }),
    write.delete("archiveCodePool", `${path}/:poolId`, {
      scopes: ["offers:codes:write"],
      params: { poolId },
      success: HttpApiSchema.NoContent,
      errors: [insufficientReach],
      summary: "Archive a code pool",
      description: [
        "For good: the codes left are void, assigned ones stay valid, and the pool can still be read. Archiving it again",
        "changes nothing."
      ].join(" ")
    }),
    read.get("listPoolCodes", `${path}/:poolId/codes`, {
      scopes: ["offers:codes:read"],
      params: { poolId },
      query: CodesQuery,
      success: CodePage,
      summary: "List the codes of a pool, masked",
      description:
        "By status (available, assigned, redeemed, void), then in the order in which they were added. A code is never shown whole."
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
        "Lines that are no codes, and codes that are there already, are told by their places and keep no other line from",
        "being added. Codes are stored encrypted. An archived pool takes none."
      ].join(" ")
    }),
    write.delete("voidPoolCode", `${path}/:poolId/codes/:codeId`, {
      scopes: ["offers:codes:write"],
      params: { poolId, codeId },
      success: HttpApiSchema.NoContent,
      errors: [insufficientReach, conflict],
      summary: "Void a code that no claim holds",
      description: "A void code stays void. One that is assigned or redeemed is refused."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Offer code pools", description: "The external codes that claims of offers give out" })
  ) {}
