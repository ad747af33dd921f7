import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { FavoritesHandlers } from "./FavoritesHandlers.ts"
import { FulfillmentsHandlers } from "./FulfillmentsHandlers.ts"
import { InvitesHandlers } from "./InvitesHandlers.ts"
import { MemberApi } from "./MemberApi.ts"
import { memberWrites } from "./memberWrites.ts"
import { NotificationsHandlers } from "./NotificationsHandlers.ts"
import { OffersHandlers } from "./OffersHandlers.ts"
import { PerksHandlers } from "./PerksHandlers.ts"
import { PropertySearchHandlers } from "./PropertySearchHandlers.ts"
import { ProfileHandlers } from "./ProfileHandlers.ts"
import { ReservationsHandlers } from "./ReservationsHandlers.ts"
import { WalletHandlers } from "./WalletHandlers.ts"

/** How the member surface runs its endpoints. */
export const memberServing = { writes: memberWrites }

export const MemberRoutes = endpointRoutes(
  MemberApi,
  [
    ProfileHandlers,
    FulfillmentsHandlers,
    OffersHandlers,
    NotificationsHandlers,
    FavoritesHandlers,
    PerksHandlers,
    InvitesHandlers,
    PropertySearchHandlers,
    WalletHandlers,
    ReservationsHandlers
  ],
  memberServing
)
