//! Pages for the original web client, whose files a host may have in a folder.
//!
//! Its scripts find what they show in variables of the window. They name their files and requests by paths from the
//! root, so these pages are served there only. Names in the variables, and the ids in the match page, are those that
//! the scripts look for.

use axum::response::Response;
use serde_json::{Value, json};
use server::RequestContext;

use crate::html::Html;
use crate::json::Hosted;
use crate::pages::GamePage;
use crate::profile::Profile;
use crate::request_error::RequestError;

/// Buttons for recent opponents in the match page.
const RECENT: usize = 5;

/// One of the pages: its files in `/web`, and what its script reads.
struct Page<'a> {
    styles: &'a [&'static str],
    script: &'static str,
    variables: &'a [(&'static str, Value)],
    body: &'static str,
}

impl Page<'_> {
    fn respond(&self, sender: &RequestContext) -> Result<Response, RequestError> {
        let mut html = Html::bare("Wisconsin Chess")?;
        for style in self.styles {
            html.raw("<link rel=\"stylesheet\" href=\"/web/")
                .text(style)
                .raw("\">");
        }
        html.variables(self.variables);
        html.raw("<script type=\"module\" src=\"/web/")
            .text(self.script)
            .raw("\"></script><body>")
            .raw(self.body);
        Ok(html.respond_with_original_scripts(sender.connect_policy()))
    }
}

pub(crate) fn army(
    sender: &RequestContext,
    name: &str,
    profile: &Profile,
) -> Result<Response, RequestError> {
    let picks = profile.picks();
    Page {
        styles: &["font.css", "layout.css", "index.css"],
        script: "index.js",
        variables: &[
            ("Name", json!(name)),
            ("LeftPiece", json!(picks.left.number())),
            ("RightPiece", json!(picks.right.number())),
            ("Collection", json!(profile.collection().numbers())),
        ],
        body: "",
    }
    .respond(sender)
}

const MATCH: &str = "<h1>Match</h1>\
    <div class=\"flex\"><div class=\"main section flex\">\
    <div id=\"comp\" class=\"activebutton noselect\">Play the computer</div></div>\
    <div class=\"main section flex\"><p class=\"description\">Enter the name of your opponent, who enters yours.</p>\
    <div class=\"section\" id=\"inputsection\"><input id=\"opp\" type=\"text\" maxlength=\"21\">\
    <div id=\"oppsubmit\" class=\"activebutton noselect\">Match</div>\
    <p id=\"matchingtext\" class=\"hidden\">Waiting for <span id=\"matchingname\"></span>.</p>\
    <div id=\"cancel\" class=\"hidden activebutton noselect\">Cancel</div></div>\
    <div class=\"section\"><div id=\"r0\" class=\"recentopp\"></div><div id=\"r1\" class=\"recentopp\"></div>\
    <div id=\"r2\" class=\"recentopp\"></div><div id=\"r3\" class=\"recentopp\"></div>\
    <div id=\"r4\" class=\"recentopp\"></div></div></div></div>";

pub(crate) fn matches(
    sender: &RequestContext,
    name: &str,
    profile: &Profile,
) -> Result<Response, RequestError> {
    let recent = profile.recent().iter().map(String::as_str);
    let recent: Vec<&str> = recent.chain([""; RECENT]).take(RECENT).collect();
    Page {
        styles: &["font.css", "match.css"],
        script: "match.js",
        variables: &[("Name", json!(name)), ("RecentOpponents", json!(recent))],
        body: MATCH,
    }
    .respond(sender)
}

pub(crate) fn game(sender: &RequestContext, page: &GamePage<'_>) -> Result<Response, RequestError> {
    Page {
        styles: &["font.css", "layout.css", "game.css"],
        script: "game.js",
        variables: &[("GameInformation", page.information())],
        body: "<p>...</p>",
    }
    .respond(sender)
}

pub(crate) fn reward(
    sender: &RequestContext,
    name: &str,
    prospects: &Hosted,
    profile: &Profile,
) -> Result<Response, RequestError> {
    Page {
        styles: &["font.css", "layout.css", "reward.css"],
        script: "reward.js",
        variables: &[
            ("Name", json!(name)),
            ("GameID", json!(prospects.id)),
            ("LeftPiece", json!(prospects.left)),
            ("RightPiece", json!(prospects.right)),
            ("RewardPiece", json!(prospects.reward)),
            ("Collection", json!(profile.collection().numbers())),
        ],
        body: "",
    }
    .respond(sender)
}
