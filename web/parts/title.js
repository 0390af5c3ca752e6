// The title of the window, which is what a bookmark and the history show.
import { useEffect } from '../vendor/preact-htm.js';

export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} – gntp` : 'gntp';
  }, [title]);
}
