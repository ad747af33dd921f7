import type { EdgeAnswer as DomainEdgeAnswer } from "../../src/domain/customDomains/EdgeCertificates.ts"
import type { MailboxMessage } from "../../src/domain/delivery/Mailbox.ts"
import type { JobName as DomainJobName } from "../../src/domain/jobs/Jobs.ts"
import type { FaultPoint } from "../../src/domain/shared/Faults.ts"
import type { TwinRecords } from "../../src/domain/testing/DomainTwins.ts"
import type { DnsRecords, EdgeAnswer, Fault, JobName, Mail } from "../../src/startHub.ts"

type Same<A, B> = [A, B] extends [B, A] ? true : false

/**
 * The types of `hospitality-hub/testing` are declared apart from the domain's, which its declarations must not pull in.
 * This compiles only while the two are equal.
 */
export const agreements: readonly [
  Same<Fault["point"], FaultPoint>,
  Same<JobName, DomainJobName>,
  Same<EdgeAnswer, DomainEdgeAnswer>,
  Same<DnsRecords, TwinRecords>,
  Same<keyof Mail, keyof MailboxMessage>,
  Same<Mail["channel"], MailboxMessage["channel"]>
] = [true, true, true, true, true, true]
