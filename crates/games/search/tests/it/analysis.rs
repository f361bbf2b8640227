//! Thinking in slices gives the lines of a search in one go, remembers, and refuses what is not a position.

use search::{ANALYSIS_TABLE, Score};

use crate::bots;

#[test]
fn lines_are_different_legal_and_best_first() {
    for bot in bots() {
        let mut analysis = bot.analyse("", &[], 3, 1 << 14).unwrap();
        let mut view = analysis.think(500);
        while view.depth < 2 {
            view = analysis.think(500);
        }
        let firsts: Vec<&String> = view.lines.iter().map(|line| &line.actions[0]).collect();
        assert_eq!(firsts.len(), 3, "{}", bot.variant());
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
        let games = catalog::standard();
        for line in &view.lines {
            let mut game = games
                .find(bot.variant())
                .unwrap()
                .variant()
                .start("")
                .unwrap();
            for action in &line.actions {
                let seat = game.status().to_act().unwrap();
                game = game.apply(seat, action).unwrap().game;
            }
            assert!(line.depth >= 2);
        }
        let balances = view.lines.iter().map(|line| match line.score {
            Score::Balance(balance) => balance,
            Score::WinIn(_) => 100_000,
            Score::LossIn(_) => -100_000,
        });
        assert!(balances.is_sorted_by(|better, worse| better >= worse));
    }
}

#[test]
fn slices_end_and_are_counted() {
    for bot in bots() {
        let mut analysis = bot.analyse("", &[], 1, 1 << 14).unwrap();
        let mut nodes = 0;
        for _ in 0..4 {
            let view = analysis.think(300);
            assert!(view.nodes > nodes, "{}", bot.variant());
            // A state with very many actions counts as several.
            assert!(view.nodes <= nodes + 400, "{}", bot.variant());
            nodes = view.nodes;
        }
    }
}

#[test]
fn a_forced_mate_finishes_the_analysis() {
    let games = catalog::standard();
    let bot = games.find("orthodox").unwrap().bot();
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let mut analysis = bot.analyse(mate, &[], 1, 1 << 10).unwrap();
    let view = analysis.think(100_000);
    assert!(view.is_finished);
    assert_eq!(view.lines[0].score, Score::WinIn(1));
    assert_eq!(view.lines[0].actions, ["a1a8"]);
    assert_eq!(analysis.think(100), view);
}

#[test]
fn what_is_known_helps_at_the_next_position() {
    let games = catalog::standard();
    let bot = games.find("orthodox").unwrap().bot();
    let reach = |analysis: &mut dyn search::AnyAnalysis| {
        let mut view = analysis.think(1_000);
        while view.depth < 5 {
            view = analysis.think(1_000);
        }
        view.nodes
    };
    let after = ["e2e4".to_owned(), "e7e5".to_owned()];
    let mut analysis = bot.analyse("", &[], 1, ANALYSIS_TABLE).unwrap();
    reach(&mut *analysis);
    reach(&mut *analysis);
    analysis.turn_to("", &after, 1).unwrap();
    let warm = reach(&mut *analysis);
    analysis.turn_to("", &after, 1).unwrap();
    let again = reach(&mut *analysis);
    assert!(again < warm, "{again} {warm}");
}

#[test]
fn nonsense_and_ended_games_are_refused_and_change_nothing() {
    for bot in bots() {
        assert!(bot.analyse("nonsense", &[], 1, 1 << 10).is_err());
        let mut analysis = bot.analyse("", &[], 1, 1 << 10).unwrap();
        let before = analysis.think(200);
        assert!(analysis.turn_to("nonsense", &[], 1).is_err());
        assert!(analysis.think(200).nodes > before.nodes);
    }
    let games = catalog::standard();
    let bot = games.find("orthodox").unwrap().bot();
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let refused = bot.analyse(mated, &[], 1, 1 << 10).err().unwrap();
    assert_eq!(refused.code, "game-over");
}
