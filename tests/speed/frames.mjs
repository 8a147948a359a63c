// Times of frames and pages in the window. Not for asking.

/** The value below which a share of the numbers lies, rounded. */
function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]);
}

/** How many numbers there are, their median, and what 95 % of them do not exceed. */
export function summary(numbers) {
  return { n: numbers.length, median: percentile(numbers, 0.5), p95: percentile(numbers, 0.95) };
}

/** Goes down the results by the key ↓: from the key to the frame with each page's picture, in milliseconds. */
export async function openingPages(window, most = 15) {
  const below = await window.eval(() => {
    const hits = [...document.querySelectorAll('.hit')];
    const chosen = hits.findIndex((hit) => hit.ariaCurrent === 'true');
    hits[chosen]?.focus();
    return hits.length - 1 - chosen;
  });
  const times = [];
  for (let turn = 0; turn < Math.min(most, below); turn += 1) {
    await window.eval(() => {
      globalThis.drawn = null;
      const before = document.querySelector(".hit[aria-current='true']");
      const marked = () => {
        const sheet = document.querySelector('.mark.sentence')?.closest('.sheet');
        const image = sheet?.querySelector('img');
        return document.querySelector(".hit[aria-current='true']") !== before && image?.complete && image.naturalWidth;
      };
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            if (marked()) requestAnimationFrame(() => (globalThis.drawn = performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          look();
        },
        { once: true, capture: true },
      );
    });
    await window.key('Down');
    const time = await window.until('the page', () => globalThis.drawn).catch(() => null);
    if (time !== null) times.push(time);
  }
  return times;
}

/** Turns the wheel over the page: the mean frame, and sheets without a picture 100 ms after the last step. */
export async function wheel(window, steps = 100) {
  const place = await window.eval(() => {
    const { left, top, width, height } = document.getElementById('pages').getBoundingClientRect();
    globalThis.frames = [];
    globalThis.counting = true;
    const frame = (time) => {
      globalThis.frames.push(time);
      if (globalThis.counting) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return [left + width / 2, top + height / 2].map(Math.round);
  });
  await window.display.xdotool('mousemove', ...place, 'click', '--repeat', steps, '--delay', 30, 5);
  const result = await window.eval(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          globalThis.counting = false;
          const images = [...document.querySelectorAll('.sheet')].map((sheet) => sheet.querySelector('img'));
          const blank = images.filter((image) => !image?.complete || !image.naturalWidth).length;
          const { frames } = globalThis;
          resolve({ blank, mean_frame_ms: (frames.at(-1) - frames[0]) / (frames.length - 1) });
        }, 100);
      }),
  );
  return { steps, blank_after_100_ms: result.blank, mean_frame_ms: Math.round(result.mean_frame_ms * 10) / 10 };
}
