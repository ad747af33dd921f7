import { Cause, Predicate } from "effect"

const deepest = 5

/**
 * Anything shaped like a credential, which never belongs in a log: keys, tokens of invites, invite links and chat
 * links, secrets of webhooks, JWTs, bearer tokens, and the user and password of a URL.
 */
const credentials =
  /\bhub_[a-z]+_[a-z]+_\w+|\b(?:inv|lnk|chl|whs)_\w+|\beyJ[\w-]+(?:\.[\w-]*){1,2}|\bBearer\s+\S+|(?<=:\/\/)[^/@\s]+(?=@)/gi

/** The text with credentials removed. */
export const withoutCredentials = (text: string): string => text.replace(credentials, "[removed]")

/**
 * What follows the host in a URL, which may be a credential too: a chat platform issues a one-time address for each
 * answer.
 */
const afterHosts = /(?<=https?:\/\/[^\s/?#()]+)[/?#][^\s()]*/gi

/** A database error without values: its code and subject, and its message unless that may quote a value. */
const databaseMessage = (error: object, message: string): string | undefined => {
  const fact = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === "string" ? value : undefined
  }
  const code = fact("code")
  if (code === undefined || fact("severity") === undefined) return undefined
  const about = ["schema", "table", "column", "constraint", "dataType", "routine"].flatMap((name) => {
    const value = fact(name)
    return value === undefined ? [] : [`${name} ${value}`]
  })
  // Class 22 (data exception) messages quote the offending value.
  const words = code.startsWith("22") ? "data exception" : message
  return [`${code} ${words}`, ...about].join(", ")
}

const messageOf = (error: object): string => {
  const message: unknown = Reflect.get(error, "message")
  const text = typeof message === "string" ? message : ""
  const safe = databaseMessage(error, text) ?? text.replace(/"[^]*"/, '"..."').replace(afterHosts, "/[removed]")
  return withoutCredentials(safe.length > 500 ? `${safe.slice(0, 500)}...` : safe)
}

const nameOf = (error: object): string => {
  const name: unknown = Reflect.get(error, "name")
  return typeof name === "string" && name !== "" ? name : "Error"
}

const framesOf = (error: object): ReadonlyArray<string> => {
  const stack: unknown = Reflect.get(error, "stack")
  return typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : []
}

/**
 * An error as logs and traces may contain it: name, message, stack and cause. Quoted values are removed, because they
 * may be guests' text or callers' secrets, and so are a database error's details, which quote rows.
 */
export const loggableError = (error: unknown, depth = 0): Error => {
  if (!Predicate.isObjectOrArray(error)) {
    const plain = new Error(`a ${typeof error} was thrown`)
    plain.stack = `Error: ${plain.message}`
    return plain
  }
  const cause: unknown = Reflect.get(error, "cause")
  const safe = new Error(
    messageOf(error),
    Predicate.isObjectOrArray(cause) && depth < deepest ? { cause: loggableError(cause, depth + 1) } : undefined
  )
  safe.name = nameOf(error)
  safe.stack = [`${safe.name}: ${safe.message}`, ...framesOf(error)].join("\n")
  return safe
}

/** The same cause with errors that may be logged. */
export const loggableCause = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.map((reason) =>
      reason._tag === "Interrupt"
        ? reason
        : reason._tag === "Fail"
          ? Cause.makeFailReason(loggableError(reason.error))
          : Cause.makeDieReason(loggableError(reason.defect))
    )
  )
