/** What of the transcript is on screen: the list says, the map and the outline show. */
export class Viewpoint {
  /** Rows, the first and the last one. */
  from = $state(0);
  to = $state(0);
  /** The position of the first one. */
  position = $state(0);
  /** Rows that came at the end while the reader was elsewhere. */
  fresh = $state(0);
}
