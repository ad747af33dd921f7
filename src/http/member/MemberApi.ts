import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documented } from "../surface/documents/documented.ts"
import { FavoritesGroup } from "./FavoritesGroup.ts"
import { FulfillmentsGroup } from "./FulfillmentsGroup.ts"
import { memberDocument } from "./memberDocument.ts"
import { InvitesGroup } from "./InvitesGroup.ts"
import { NotificationsGroup } from "./NotificationsGroup.ts"
import { OffersGroup } from "./OffersGroup.ts"
import { PerksGroup } from "./PerksGroup.ts"
import { ReservationsGroup } from "./ReservationsGroup.ts"
import { PropertySearchGroup } from "./PropertySearchGroup.ts"
import { ProfileGroup } from "./ProfileGroup.ts"
import { WalletGroup } from "./WalletGroup.ts"

/** The API for one authenticated member: `me` is the subject of the token (MEM-002, MEM-006). */
export class MemberApi extends HttpApi.make("member")
  .add(
    ProfileGroup,
    FulfillmentsGroup,
    OffersGroup,
    NotificationsGroup,
    FavoritesGroup,
    PerksGroup,
    InvitesGroup,
    PropertySearchGroup,
    WalletGroup,
    ReservationsGroup
  )
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .prefix("/v1/members")
  .annotateMerge(
    OpenApi.annotations({ title: "Member API", version: "1.0.0", transform: onDocument(documented(memberDocument)) })
  ) {}
