'use strict';
(() => {
  const table = document.getElementById('videos');
  if (!table) return;
  for (const element of document.querySelectorAll('.needs-script')) element.hidden = false;
  const body = table.tBodies[0], rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const field = document.getElementById('find'), found = document.getElementById('found');
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    rows.forEach((row, index) => {
      const isFound = words.every((word) => texts[index].includes(word));
      row.hidden = !isFound;
      if (isFound) count += 1;
    });
    found.textContent = `${count} of ${rows.length} video${rows.length === 1 ? '' : 's'}`;
  };
  field.addEventListener('input', find);
  for (const button of document.querySelectorAll('[data-find]')) {
    button.addEventListener('click', () => {
      field.value = button.dataset.find;
      find();
    });
  }
  find();

  const value = (row, column) => {
    const cell = row.cells[column], key = cell.dataset.key;
    return key === undefined ? cell.textContent.trim() : key === '' ? -1 : Number(key);
  };
  // Made when it is asked for: a browser takes a while over it.
  let collator = null;
  const order = (a, b) => {
    collator ??= new Intl.Collator(undefined, { numeric: true });
    return collator.compare(a, b);
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (head.dataset.sort === undefined) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
      rows.map((row) => [value(row, column), row]).sort((a, b) => {
        const way = typeof a[0] === 'number' ? a[0] - b[0] : order(a[0], b[0]);
        return isUp ? way : -way;
      }).forEach((item) => body.append(item[1]));
    });
  });
})();
