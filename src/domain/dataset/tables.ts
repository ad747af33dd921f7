import { accessTables } from "../access/accessTables.ts"
import { actionTables } from "../actions/actionTables.ts"
import { arrivalTables } from "../arrivals/arrivalTables.ts"
import { assistantTables } from "../assistants/assistantTables.ts"
import { auditTables } from "../audit/auditTables.ts"
import { benefitTables } from "../benefits/benefitTables.ts"
import { blobTables } from "../blobs/blobTables.ts"
import { brandTables } from "../brands/brandTables.ts"
import { collaborationTables } from "../collaboration/collaborationTables.ts"
import { chatTables } from "../chat/chatTables.ts"
import { customDomainTables } from "../customDomains/customDomainTables.ts"
import { deliveryTables } from "../delivery/deliveryTables.ts"
import { idempotencyTables } from "../idempotency/idempotencyTables.ts"
import { favoriteTables } from "../favorites/favoriteTables.ts"
import { fulfillmentTables } from "../fulfillments/fulfillmentTables.ts"
import { guestTables } from "../guests/guestTables.ts"
import { imageTables } from "../images/imageTables.ts"
import { insightTables } from "../insight/insightTables.ts"
import { inviteTables } from "../invites/inviteTables.ts"
import { memberTables } from "../members/memberTables.ts"
import { messagingTables } from "../messaging/messagingTables.ts"
import { notificationTables } from "../notifications/notificationTables.ts"
import { offerTables } from "../offers/offerTables.ts"
import { operatorTables } from "../operators/operatorTables.ts"
import { organizationTables } from "../organizations/organizationTables.ts"
import { outboxTables } from "../outbox/outboxTables.ts"
import { pageTables } from "../pages/pageTables.ts"
import { placeTables } from "../places/placeTables.ts"
import { privateAiTables } from "../privateAi/privateAiTables.ts"
import { programTables } from "../programs/programTables.ts"
import { propertyTables } from "../properties/propertyTables.ts"
import { reservationTables } from "../reservations/reservationTables.ts"
import { smsTables } from "../sms/smsTables.ts"
import { themeTables } from "../themes/themeTables.ts"
import { walletTables } from "../wallet/walletTables.ts"
import type { Table } from "./Table.ts"

/** Every table of the service. Describe a new one in its aggregate's folder; a new aggregate adds one line here. */
export const tables = {
  ...organizationTables,
  ...brandTables,
  ...propertyTables,
  ...placeTables,
  ...accessTables,
  ...messagingTables,
  ...operatorTables,
  ...assistantTables,
  ...memberTables,
  ...programTables,
  ...guestTables,
  ...actionTables,
  ...collaborationTables,
  ...privateAiTables,
  ...reservationTables,
  ...offerTables,
  ...fulfillmentTables,
  ...walletTables,
  ...benefitTables,
  ...insightTables,
  ...inviteTables,
  ...arrivalTables,
  ...notificationTables,
  ...favoriteTables,
  ...themeTables,
  ...customDomainTables,
  ...pageTables,
  ...imageTables,
  ...blobTables,
  ...chatTables,
  ...smsTables,
  ...auditTables,
  ...outboxTables,
  ...deliveryTables,
  ...idempotencyTables
}

export type TableName = keyof typeof tables

/** A row of the table with that name. */
export type Row<Name extends TableName> = (typeof tables)[Name]["row"]["Type"]

/** The same tables, each typed by its rows alone. */
export const tableOf: { readonly [Name in TableName]: Table<Row<Name>> } = tables

export const isTableName = (name: string): name is TableName => name in tables

export const tableNames: ReadonlyArray<TableName> = Object.keys(tables).filter(isTableName)
