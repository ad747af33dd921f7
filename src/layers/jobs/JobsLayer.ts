import { Context, Duration, Effect, Layer, Metric } from "effect"
import { SecureRandom } from "effect/crypto"
import { ArrivalRebuilds } from "../../domain/arrivals/ArrivalRebuilds.ts"
import { ArrivalSnapshots } from "../../domain/arrivals/ArrivalSnapshots.ts"
import { createArrivals } from "../../domain/arrivals/createArrivals.ts"
import { rebuildArrivals } from "../../domain/arrivals/rebuildArrivals.ts"
import { refreshArrivals } from "../../domain/arrivals/refreshArrivals.ts"
import { AuditLog } from "../../domain/audit/AuditLog.ts"
import { Blobs } from "../../domain/blobs/Blobs.ts"
import { ChatConsultations } from "../../domain/chat/ChatConsultations.ts"
import { ChatIdentities } from "../../domain/chat/ChatIdentities.ts"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import { ChatLinkTokens } from "../../domain/chat/ChatLinkTokens.ts"
import { ChatPosts } from "../../domain/chat/ChatPosts.ts"
import { ProviderRequests } from "../../domain/chat/ProviderRequests.ts"
import { CodePools } from "../../domain/codePools/CodePools.ts"
import { watchCodeStocks } from "../../domain/codePools/watchCodeStocks.ts"
import { checkDueDomains } from "../../domain/customDomains/checkDueDomains.ts"
import { CustomDomains } from "../../domain/customDomains/CustomDomains.ts"
import { DnsLookups } from "../../domain/customDomains/DnsLookups.ts"
import { EdgeCertificates } from "../../domain/customDomains/EdgeCertificates.ts"
import { deliverDue } from "../../domain/delivery/deliverDue.ts"
import { Delivery } from "../../domain/delivery/Delivery.ts"
import { expireDueFulfillments } from "../../domain/fulfillments/expireFulfillments.ts"
import { Fulfillments } from "../../domain/fulfillments/Fulfillments.ts"
import { remindFulfillments } from "../../domain/fulfillments/remindFulfillments.ts"
import { GuestInvites } from "../../domain/invites/GuestInvites.ts"
import { PageImages } from "../../domain/images/PageImages.ts"
import { IdempotencyKeys } from "../../domain/idempotency/IdempotencyKeys.ts"
import { everyPart } from "../../domain/jobs/everyPart.ts"
import { type JobCounts, type JobName, Jobs } from "../../domain/jobs/Jobs.ts"
import { sweep } from "../../domain/jobs/sweep.ts"
import { Enrolments } from "../../domain/members/Enrolments.ts"
import { expireClosedBalances } from "../../domain/members/expireClosedBalances.ts"
import { expireTiers } from "../../domain/members/expireTiers.ts"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { MessagingEvents } from "../../domain/messaging/MessagingEvents.ts"
import { Notifications } from "../../domain/notifications/Notifications.ts"
import { OperatorSessions } from "../../domain/operators/OperatorSessions.ts"
import { outboxSenders } from "../../domain/delivery/outboxSenders.ts"
import { Outbox } from "../../domain/outbox/Outbox.ts"
import { PerkViews } from "../../domain/perks/PerkViews.ts"
import { PageChanges } from "../../domain/pages/PageChanges.ts"
import { finaliseStays, giveUpStays, withdrawPendingEarns } from "../../domain/reservations/finaliseStays.ts"
import { Stays } from "../../domain/reservations/Stays.ts"
import { Actions } from "../../domain/actions/Actions.ts"
import { Messages } from "../../domain/messaging/Messages.ts"
import { Workspaces } from "../../domain/messaging/Workspaces.ts"
import { Organizations } from "../../domain/organizations/Organizations.ts"
import { Operators } from "../../domain/operators/Operators.ts"
import { LanguageAssistant } from "../../domain/privateAi/LanguageAssistant.ts"
import { PrivateAnswers } from "../../domain/privateAi/PrivateAnswers.ts"
import { Atomic } from "../../domain/shared/Atomic.ts"
import { Contention } from "../../domain/shared/Contention.ts"
import { metrics } from "../../domain/shared/metrics.ts"
import { Outage } from "../../domain/shared/Outage.ts"
import { Ulids } from "../../domain/shared/Ulids.ts"
import { Vault } from "../../domain/shared/Vault.ts"
import { expireDueLots } from "../../domain/wallet/expireDueLots.ts"
import { Wallets } from "../../domain/wallet/Wallets.ts"

const jobs = {
  finalise: everyPart(
    Effect.all({
      finalised: Effect.exit(finaliseStays()),
      cancelled: Effect.exit(withdrawPendingEarns()),
      ended: Effect.exit(giveUpStays())
    })
  ),
  expire: everyPart(
    Effect.all({
      fulfillments: Effect.exit(expireDueFulfillments()),
      reminders: Effect.exit(remindFulfillments()),
      lots: Effect.exit(expireDueLots()),
      tiers: Effect.exit(expireTiers()),
      closedBalances: Effect.exit(expireClosedBalances()),
      lowStocks: Effect.exit(watchCodeStocks())
    })
  ),
  refresh: everyPart(
    Effect.all({
      created: Effect.exit(createArrivals()),
      rebuilt: Effect.exit(rebuildArrivals()),
      refreshed: Effect.exit(refreshArrivals())
    })
  ),
  rebuild: everyPart(Effect.all({ rebuilt: Effect.exit(rebuildArrivals()) })),
  deliver: deliverDue(outboxSenders),
  domains: everyPart(Effect.all({ checked: Effect.exit(checkDueDomains()) })),
  sweep: sweep()
} satisfies Record<JobName, Effect.Effect<JobCounts, never, unknown>>

type Needed = Effect.Services<(typeof jobs)[JobName]>

/** Counts and measures a finished run; an interrupted one is neither. */
const measured = (job: JobName) => {
  const seconds = metrics.jobSeconds.of({ job })
  return <A>(run: Effect.Effect<A>) =>
    Effect.flatMap(Effect.timed(Effect.exit(run)), ([took, exit]) =>
      Metric.update(metrics.jobRuns.of({ job, outcome: exit._tag === "Success" ? "succeeded" : "failed" }), 1).pipe(
        Effect.andThen(Metric.update(seconds, Duration.toSeconds(took))),
        Effect.andThen(exit)
      )
    )
}

/** The jobs over the services of this process. */
export const layer = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    // Only the services, because a run uses the clock of its caller.
    const services = Context.pick(
      Actions,
      LanguageAssistant,
      Messages,
      Operators,
      Organizations,
      PrivateAnswers,
      Workspaces,
      ArrivalRebuilds,
      ArrivalSnapshots,
      Atomic,
      AuditLog,
      Blobs,
      ChatConsultations,
      ChatIdentities,
      ChatInstallations,
      ChatLinkTokens,
      ChatPosts,
      CodePools,
      Contention,
      CustomDomains,
      PerkViews,
      Delivery,
      DnsLookups,
      EdgeCertificates,
      Enrolments,
      Fulfillments,
      GuestInvites,
      IdempotencyKeys,
      MemberAccounts,
      MessagingEvents,
      Notifications,
      OperatorSessions,
      Outage,
      Outbox,
      PageChanges,
      PageImages,
      ProviderRequests,
      SecureRandom.SecureRandom,
      Stays,
      Ulids,
      Vault,
      Wallets
    )(yield* Effect.context<Needed>())
    return Jobs.of({
      run: Effect.fn("Jobs.run", { root: true })(function* (name) {
        const job: Effect.Effect<JobCounts, never, Needed> = jobs[name]
        return yield* measured(name)(Effect.provideContext(job, services))
      })
    })
  })
)
