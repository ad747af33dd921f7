import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import { type BigIntStats, constants, createReadStream, fstatSync, openSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable } from "node:stream"
import { isatty, ReadStream } from "node:tty"
import { codeOf } from "../layers/privateFiles.ts"
import { Refused } from "./Refused.ts"

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is not a directory"
}

const unreadable = (file: string, error: unknown): Refused => {
  const detail = error instanceof Error ? error.message : String(error)
  return new Refused({ message: `${file} cannot be read: ${reasons[codeOf(error)] ?? detail}` })
}

/**
 * The names of standard input, which is read by its descriptor: by path, a socket could not be opened and a file would
 * be read from its start.
 */
const standardInput: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])

interface Opened {
  readonly readable: Readable
  /** Whether the file has been changed since it was opened. */
  readonly isChanged: () => boolean
}

const isSame = (a: BigIntStats, b: BigIntStats) => a.size === b.size && a.mtimeNs === b.mtimeNs

/**
 * Opens a file without waiting, for example for the writer of a named pipe: Node would wait in a thread that no signal
 * interrupts and that keeps the process alive. Pipes are read as sockets for the same reason.
 */
const openFile = (file: string): Opened => {
  const fd = standardInput.has(file) ? 0 : openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = fstatSync(fd, { bigint: true })
  const never = () => false
  if (isatty(fd)) return { readable: new ReadStream(fd), isChanged: never }
  if (stats.isFIFO() || stats.isSocket()) {
    return { readable: new Socket({ fd, readable: true, writable: false }), isChanged: never }
  }
  return {
    readable: createReadStream(file, { fd, autoClose: false }),
    isChanged: stats.isFile() ? () => !isSame(stats, fstatSync(fd, { bigint: true })) : never
  }
}

/**
 * Streams a file given on the command line, `-` for standard input; stops once it has read `maxBytes` or more. Fails
 * with the reason if the file cannot be read, and at its end if it was changed meanwhile, since lines may then be cut.
 */
export const bytesOf = (file: string, maxBytes = Infinity): Stream.Stream<Uint8Array, Refused> =>
  Stream.unwrap(
    Effect.try({ try: () => openFile(file), catch: (error) => unreadable(file, error) }).pipe(
      Effect.map(({ isChanged, readable }) => {
        // Ignores errors that occur after the reader has stopped.
        readable.on("error", () => {})
        let size = 0
        return NodeStream.fromReadable<Uint8Array, Refused>({
          evaluate: () => readable,
          onError: (error) => unreadable(file, error),
          closeOnDone: false
        }).pipe(
          Stream.takeUntil((chunk) => (size += chunk.length) >= maxBytes),
          Stream.concat(
            Stream.suspend(() =>
              isChanged()
                ? Stream.fail(new Refused({ message: `${file} was changed while it was read` }))
                : Stream.empty
            )
          ),
          Stream.ensuring(Effect.sync(() => readable.destroy()))
        )
      })
    )
  )
