/** Requests to another process that await their responses, matched by number. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #last = 0

  /** Sends a request under a new number and resolves with its response. */
  ask(send: (id: number) => void): Promise<Answer> {
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      send(id)
    })
  }

  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
