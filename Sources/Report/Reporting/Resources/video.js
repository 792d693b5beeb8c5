'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const all = (query) => [...document.querySelectorAll(query)];
  const clips = data.clips;

  for (const element of all('.needs-script')) element.hidden = false;
  for (const button of all('button[data-copy]')) {
    button.addEventListener('click', async () => {
      const code = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = 'Copied';
      } catch {
        // If the browser forbids copying, the text is selected.
        getSelection().selectAllChildren(code);
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }
  const clock = (time) => {
    const tenths = Math.round(time * 10), minutes = Math.floor(tenths / 600);
    const rest = (tenths % 600) / 10;
    const head = minutes < 60 ? `${minutes}`
      : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    return `${head}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`;
  };
  const clipAt = (time) => clips.find((clip) => clip.start <= time && time < clip.end);
  const refusalAt = (time) =>
    data.refusals.find((refusal) => refusal.start <= time && time < refusal.end);

  // The figures of one half second, in words.
  const told = (time) => {
    const bins = data.bins, lines = [];
    if (bins) {
      const index = Math.min(bins.watching.length - 1, Math.floor(time / data.binSeconds));
      const share = (name) => bins[name][index];
      if (share('watching') === null) {
        lines.push(`Fewer than ${data.least} viewers watch, so no figure is shown.`);
      } else {
        lines.push(`At least ${share('watching')} of ${data.viewers} viewers watch.`);
        if (share('reacting') === null) lines.push('Too few faces are visible.');
        else {
          const shown = data.emotions
            .map((name, at) => [name, bins.shares[at][index]]).filter((item) => item[1] > 0)
            .map((item) => `${item[0]} ${item[1]} %`);
          lines.push(`${share('lowest') ? 'At most ' : ''}${share('reacting')} % react`
            + (shown.length ? ` (${shown.join(', ')}).` : '.'));
        }
        lines.push(share('held') === null ? 'Too few gaze points are known.'
          : `One 9:16 crop would show ${share('held')} % of the gaze.`);
      }
      if (data.counter && share('counted') !== null) {
        lines.push(`${data.counter} reads ${share('counted')} % of its highest value.`);
      }
    }
    const clip = clipAt(time), refusal = refusalAt(time);
    if (clip) {
      const part = time < clip.coreStart ? 'before the reaction'
        : time < clip.coreEnd ? 'in the reaction' : 'after the reaction';
      lines.push(`Part of clip ${clip.rank}, ${part}.`);
    } else if (refusal) {
      lines.push(`Rejected${refusal.letter ? ` (${refusal.letter})` : ''}, `
        + `${clock(refusal.start)} to ${clock(refusal.end)}. ${refusal.reason}`);
    } else {
      lines.push('Not part of any chosen or rejected moment.');
    }
    return lines.join(' ');
  };

  const slider = document.getElementById('second');
  const output = document.getElementById('told');
  const source = document.getElementById('film');
  const view = new URLSearchParams(location.search).get('view');
  if (view === 'client') location.hash = 'client';
  const show = (time) => {
    const at = Math.min(Math.max(time, 0), data.duration - 0.001);
    document.body.classList.add('live');
    const place = `${(100 * at) / data.duration}%`;
    for (const line of all('#timeline .cursor')) {
      line.setAttribute('x1', place);
      line.setAttribute('x2', place);
    }
    if (!slider) return;
    slider.value = at;
    slider.setAttribute('aria-valuetext', clock(at));
    output.textContent = `${clock(at)}  ${told(at)}`;
    const clip = clipAt(at);
    for (const link of all('.strip a')) {
      const isHere = clip && link.getAttribute('href') === `#clip-${clip.rank}`;
      link.classList.toggle('now', Boolean(isHere));
    }
  };

  // A clip plays its own seconds; of all others the source is shown, where the page has it.
  const play = (time) => {
    const clip = clipAt(time);
    const video = (clip && document.getElementById(`film-${clip.rank}`)) || source;
    if (!video) return;
    video.hidden = false;
    video.currentTime = Math.max(0, video === source ? time : time - clip.start);
    video.play().catch(() => {});
  };
  if (slider) {
    slider.addEventListener('input', () => show(Number(slider.value)));
    slider.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') play(Number(slider.value));
    });
  }
  for (const plot of all('#timeline .plot:not(.axis)')) {
    const time = (event) => {
      const box = plot.getBoundingClientRect();
      return data.duration * (event.clientX - box.left) / box.width;
    };
    plot.addEventListener('pointermove', (event) => show(time(event)));
    plot.addEventListener('click', (event) => {
      show(time(event));
      play(time(event));
    });
  }
  for (const clip of clips) {
    const video = document.getElementById(`film-${clip.rank}`);
    if (video) {
      video.addEventListener('timeupdate', () => show(clip.start + video.currentTime));
    }
  }
  if (source) source.addEventListener('timeupdate', () => show(source.currentTime));
  show(clips.length ? clips[0].start : 0);
  startDesk({ data, clips, clock, all, source });
})();
