import { type Duration, Duration as Durations, Effect, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import { accepted, deferred, type DeliveryOutcome, type Message, refused } from "../../domain/delivery/Message.ts"

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  readonly url: Redacted.Redacted
  /** The sender: an address, or a name with the address in angle brackets. */
  readonly from: string
  /** Whether to refuse a server that does not offer STARTTLS. */
  readonly requireTls: boolean
  /**
   * Timeout of the connection and of the greeting; an idle connection may last twice as long, and an attempt four times,
   * however many bytes arrive meanwhile.
   */
  readonly timeout: Duration.Duration
}

const textOf = (error: unknown, field: "code" | "command" | "response") => {
  const value: unknown = Predicate.isObject(error) ? Reflect.get(error, field) : undefined
  return Predicate.isString(value) ? value : "none"
}

const statusOf = (error: unknown) => {
  const value: unknown = Predicate.isObject(error) ? Reflect.get(error, "responseCode") : undefined
  return Predicate.isNumber(value) ? value : 0
}

/** Replies that require credentials (RFC 4954), whatever the command. */
const authenticationStatuses: ReadonlySet<number> = new Set([530, 534, 535, 538])

/**
 * Enhanced codes (RFC 3463) of a bad sender address and of security or policy, such as a relay that is not permitted.
 */
const senderCodes = /^5\d\d[ -]5\.(?:1\.[78]|7\.\d+)\b/

/** Servers often report a fault of the sender or of the client only at the recipient. */
const concernsSender = (error: unknown) =>
  authenticationStatuses.has(statusOf(error)) || senderCodes.test(textOf(error, "response"))

/**
 * Only a 5xx about this recipient or this message is final (RFC 5321 section 4.2.1). One about our sender or our
 * credentials is ours to fix, so the message is retried. The server's text is left out, because it repeats the address.
 */
const outcomeOfError = (error: unknown): DeliveryOutcome => {
  const [code, command, status] = [textOf(error, "code"), textOf(error, "command"), statusOf(error)]
  const reason = `${code}, command ${command}, status ${status}`
  const isFinal = status >= 500 && (command === "RCPT TO" || command === "DATA") && !concernsSender(error)
  return isFinal ? refused(reason) : deferred(reason)
}

/** The domain of the sender, used for message ids. */
const domainOf = (from: string) => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost"

/**
 * Sends over SMTP, each message on a connection of its own. `Message-ID` is the message's id at the sender's domain.
 */
export const makeSmtp = ({ from, requireTls, timeout, url }: SmtpOptions) => {
  const { hostname, password, port, protocol, username } = new URL(Redacted.value(url))
  const secure = protocol === "smtps:"
  const wait = Durations.toMillis(timeout)
  const auth = username === "" ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const options = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls && !secure,
    connectionTimeout: wait,
    greetingTimeout: wait,
    dnsTimeout: wait,
    socketTimeout: wait * 2,
    // An abandoned connection is closed at once: while bytes still arrive, it would keep the process alive.
    socketCloseTimeout: 0
  }
  const transport = createTransport({
    ...options,
    ...(auth === undefined ? {} : { auth }),
    disableFileAccess: true,
    disableUrlAccess: true
  })
  const deadline = wait * 4
  const domain = domainOf(from)
  return {
    /**
     * Checks that the server is reachable and accepts the credentials; fails with the reason. Closes its connection when
     * it is interrupted, which the transport's own check does not.
     */
    verify: Effect.callback<void, string>((resume) => {
      const connection = new SMTPConnection(options)
      const end = (result: Effect.Effect<void, string>) => {
        // First, because closing emits `end` as well.
        resume(result)
        connection.close()
      }
      const finish = (error?: unknown) =>
        end(error ? Effect.fail(`${textOf(error, "code")}, status ${statusOf(error)}`) : Effect.void)
      connection.on("error", finish)
      connection.once("end", () => end(Effect.fail("the connection was closed")))
      connection.connect((error) => {
        if (error || auth === undefined || !connection.allowsAuth) finish(error)
        else connection.login({ ...auth, credentials: auth }, finish)
      })
      return Effect.sync(() => connection.close())
    }).pipe(Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(`no result within ${deadline} ms`) })),
    send: ({ html, id, subject, text, to }: Message): Effect.Effect<DeliveryOutcome> =>
      Effect.tryPromise({
        try: (signal) =>
          transport.sendMail({
            signal,
            from,
            to: { name: "", address: to },
            subject,
            text,
            ...(html === null ? {} : { html }),
            messageId: `<${id}@${domain}>`,
            headers: { "Auto-Submitted": "auto-generated" }
          }),
        catch: outcomeOfError
      }).pipe(
        Effect.timeoutOrElse({
          duration: deadline,
          orElse: () => Effect.fail(deferred(`no result within ${deadline} ms`))
        }),
        Effect.match({ onFailure: (outcome) => outcome, onSuccess: () => accepted })
      )
  }
}
