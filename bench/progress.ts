const width = 30

/** A progress bar on one line of standard error; without a terminal, only the final line. */
export const progress = (what: string, total: number) => {
  const line = (done: number) => {
    const filled = Math.round((done / total) * width)
    return `${what} [${"#".repeat(filled)}${".".repeat(width - filled)}] ${done}/${total}`
  }
  return (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${line(done)}${done >= total ? "\n" : ""}`)
    else if (done >= total) process.stderr.write(`${line(done)}\n`)
  }
}
