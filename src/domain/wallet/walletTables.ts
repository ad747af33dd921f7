import { table } from "../dataset/Table.ts"
import { Wallet, WalletActivity, WalletEntry, WalletLot } from "./Wallet.ts"

/** The ledger of points. */
export const walletTables = {
  wallets: table(Wallet, {
    key: ["memberId"],
    references: { wallets_member_id_fkey: { fields: ["memberId"], to: "members" } },
    tenant: "memberId"
  }),
  walletEntries: table(WalletEntry, {
    key: ["id"],
    uniques: {
      wallet_entries_correction_key: { fields: ["correctionId", "asset"] },
      wallet_entries_earn_key: { fields: ["reservationId", "asset"], where: ({ type }) => type === "EARN" },
      wallet_entries_reversal_key: { fields: ["reversesEntryId"] },
      wallet_entries_spend_key: { fields: ["fulfillmentId", "asset"], where: ({ type }) => type === "SPEND" },
      wallet_entries_transfer_key: { fields: ["transferId", "memberId", "asset"], where: ({ type }) => type === "GIFT" }
    },
    references: {
      wallet_entries_fulfillment_fkey: { fields: ["fulfillmentId"], to: "fulfillments", deferred: true },
      wallet_entries_member_id_fkey: { fields: ["memberId"], to: "wallets", on: ["memberId"] },
      wallet_entries_reservation_id_fkey: { fields: ["reservationId"], to: "reservations" },
      wallet_entries_reverses_entry_id_fkey: { fields: ["reversesEntryId"], to: "walletEntries" }
    },
    tenant: "memberId"
  }),
  walletLots: table(WalletLot, {
    key: ["id"],
    references: {
      wallet_lots_member_id_fkey: { fields: ["memberId"], to: "wallets", on: ["memberId"] },
      wallet_lots_source_entry_id_fkey: { fields: ["sourceEntryId"], to: "walletEntries" }
    },
    tenant: "memberId"
  }),
  walletActivity: table(WalletActivity, {
    key: ["id"],
    uniques: {
      wallet_activity_entry_key: { fields: ["entryId"] },
      wallet_activity_pending_earn_key: {
        fields: ["reservationId"],
        where: ({ status, type }) => type === "earn" && status === "pending"
      }
    },
    references: {
      wallet_activity_entry_id_fkey: { fields: ["entryId"], to: "walletEntries" },
      wallet_activity_fulfillment_fkey: { fields: ["fulfillmentId"], to: "fulfillments", deferred: true },
      wallet_activity_member_id_fkey: { fields: ["memberId"], to: "wallets", on: ["memberId"] },
      wallet_activity_reservation_id_fkey: { fields: ["reservationId"], to: "reservations" }
    },
    tenant: "memberId"
  })
}
