// Decides for which objects a look at known keys pays.

/** Where most keys have to be searched for, a quarter of so many objects is read or written between two searches. */
const mostUnforeseen = 256;

/** Keys that come in the same order as before are foreseen. Where most do not, as with ids, a look at them takes more time than it saves. */
export class Foresight {
  /** Grows with objects most of whose keys were not foreseen; two of them weigh as much as one whose keys were. */
  private unforeseen = 0;
  /** How many of the next objects go without a look at the known keys. */
  private skipped = 0;

  /** Whether the next object is worth a look. Each one that is must end. */
  begin(): boolean {
    if (this.skipped === 0) return true;
    this.skipped--;
    return false;
  }

  /** Ends an object with so many keys, some of which had to be searched for. */
  end(count: number, searched: number): void {
    this.unforeseen =
      searched * 2 <= count
        ? Math.max(this.unforeseen - 2, 0)
        : Math.min(this.unforeseen + 1, mostUnforeseen);
    this.skipped = this.unforeseen >> 2;
  }
}
