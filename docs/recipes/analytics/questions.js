// Ten questions in SQL, to the table `saves` and to the report of the batch, `files`.
export const questions = {
  "How many saves has each version?": `
    SELECT version, count(*) AS saves FROM saves GROUP BY version ORDER BY version`,
  "How much gold have players of a level?": `
    SELECT "player.level" AS level, median("player.gold") AS median, quantile_cont("player.gold", 0.9) AS p90
    FROM saves GROUP BY level ORDER BY level`,
  "At which quests are players stuck?": `
    SELECT "quest.current" AS quest, count(*) FILTER ("quest.days" > 14) AS stuck, count(*) AS players
    FROM saves GROUP BY quest ORDER BY stuck DESC, quest`,
  "Which items appear together?": `
    WITH held AS (SELECT id AS save, unnest("inventory[*].id") AS item FROM saves)
    SELECT a.item AS one, b.item AS other, count(*) AS saves
    FROM held a JOIN held b ON a.save = b.save AND a.item < b.item
    GROUP BY ALL ORDER BY saves DESC, one, other LIMIT 10`,
  "Which version writes broken saves?": `
    SELECT regexp_extract(id, 'v([0-9]+)/', 1) AS version, code, count(*) AS saves
    FROM files WHERE outcome = 'failed' GROUP BY ALL ORDER BY saves DESC`,
  "Which class is rich?": `
    SELECT "player.class" AS class, avg("player.gold") AS gold FROM saves
    WHERE "player.gold" < 2147483648 GROUP BY class ORDER BY gold DESC`,
  "Which items do players carry most of?": `
    SELECT item.id AS item, sum(item.count) AS count
    FROM (SELECT unnest(inventory) AS item FROM saves) GROUP BY item.id ORDER BY count DESC, item.id`,
  "How long have people played?": `
    SELECT version, quantile_cont(playtime / 3600, [0.1, 0.5, 0.9]) AS hours FROM saves GROUP BY version ORDER BY version`,
  "Where do players stop?": `
    SELECT floor("at".x / 100)::INT AS x, floor("at".y / 100)::INT AS y, count(*) AS players FROM saves GROUP BY ALL ORDER BY x, y`,
  "Who has more gold than the game allows?": `
    SELECT id, "player.gold" AS gold FROM saves WHERE "player.gold" >= 2147483648 ORDER BY id`,
};
