//! Names, accounts, sessions, programs, and what a player keeps.

use std::sync::Arc;

use serde_json::json;
use store::Store;

use super::{FORGER, NOBODY, OTHER_SITE, Stage, bearer};
use crate::support::CHESS;

impl Stage {
    /// Hello, names and accounts.
    pub(crate) async fn meet_people(&mut self) {
        let gone = self.newcomer().await;
        self.post(NOBODY, "/api/hello", json!({"token": "forged"}), 401)
            .await;
        self.post(NOBODY, "/api/hello", json!({"tokn": "x"}), 400)
            .await;
        self.post(OTHER_SITE, "/api/hello", json!({}), 403).await;
        self.get(&gone, "/api/me", 200).await;
        self.get(FORGER, "/api/me", 401).await;
        self.get(&gone, "/api/me?token=x", 400).await;
        let name = json!({"name": "Ann"});
        self.post(&gone, "/api/me/rename", name.clone(), 200).await;
        self.post(NOBODY, "/api/me/rename", name, 401).await;
        self.post(&gone, "/api/me/rename", json!({"name": ""}), 409)
            .await;
        let account = json!({"name": "Ann", "password": "correct horse"});
        let weak = json!({"name": "Ann", "password": "short"});
        self.post(&gone, "/api/me/register", weak, 409).await;
        let ann = self
            .post(&gone, "/api/me/register", account.clone(), 200)
            .await;
        let ann = bearer(&ann);
        self.post(NOBODY, "/api/me/log-in", account, 200).await;
        let wrong = json!({"name": "Ann", "password": "battery staple"});
        self.post(NOBODY, "/api/me/log-in", wrong, 401).await;
        self.post(NOBODY, "/api/me/log-in", json!({"name": "Ann"}), 400)
            .await;
        let ann = self.manage_sessions(ann).await;
        self.manage_programs(&ann, &gone).await;
        self.post(&ann, "/api/me/log-out", json!({"all": true}), 400)
            .await;
        self.post(&ann, "/api/me/log-out", json!({}), 200).await;
        self.post(&ann, "/api/me/log-out", json!({}), 401).await;
        let gone = self.newcomer().await;
        self.post(&gone, "/api/me/end-sessions", json!({}), 200)
            .await;
        self.post(&gone, "/api/me/end-sessions", json!({}), 401)
            .await;
    }

    /// Ann's sessions and passwords; what proves who she is in the end.
    async fn manage_sessions(&mut self, ann: String) -> String {
        self.get(NOBODY, "/api/me/sessions", 401).await;
        let sessions = self.get(&ann, "/api/me/sessions", 200).await.json();
        let id = &sessions["sessions"][1]["id"];
        let path = "/api/me/sessions/end";
        self.post(&ann, path, json!({ "id": id }), 200).await;
        self.post(&ann, path, json!({ "id": id }), 409).await;
        let path = "/api/me/password";
        let wrong = json!({"old": "guessed", "new": "battery staple"});
        self.post(&ann, path, wrong, 401).await;
        let right = json!({"old": "correct horse", "new": "battery staple"});
        let ann = bearer(&self.post(&ann, path, right, 200).await);
        let time = host::TimeSource::new(Arc::new(host::now));
        let store = Arc::clone(&self.store) as Arc<dyn Store>;
        let admin = host::Admin::open(store, time, &[]).await.unwrap();
        let link = admin.act("Ann", host::AdminAction::Reset, None).await;
        let reset = json!({"link": link.unwrap(), "password": "correct horse"});
        let path = "/api/me/reset-password";
        let welcome = self.post(NOBODY, path, reset.clone(), 200).await;
        self.post(NOBODY, path, reset, 401).await;
        self.get(&ann, "/api/me/sessions", 401).await;
        bearer(&welcome)
    }

    /// Programs that play for Ann, and what everybody may know of her.
    async fn manage_programs(&mut self, ann: &str, nobody: &str) {
        let path = "/api/me/access-tokens";
        let token = json!({"name": "my bot", "scopes": ["bot:play"], "days": 90});
        let made = self.post(ann, path, token.clone(), 200).await;
        self.post(NOBODY, path, token, 401).await;
        let unnamed = json!({"name": "", "scopes": ["bot:play"]});
        self.post(ann, path, unnamed, 409).await;
        self.get(NOBODY, path, 401).await;
        let listed = self.get(ann, path, 200).await.json();
        assert_eq!(listed["tokens"][0], made["info"]);
        let end = "/api/me/access-tokens/end";
        let id = json!({"id": made["info"]["id"]});
        self.post(ann, end, id.clone(), 200).await;
        self.post(ann, end, id, 409).await;
        let path = "/api/me/authorize";
        let mut asked = json!({"client": "board.example", "redirect": "https://board.example/back", "challenge": "x", "scopes": ["board:play"]});
        self.post(ann, path, asked.clone(), 200).await;
        asked["redirect"] = json!("javascript:alert(1)");
        self.post(ann, path, asked, 409).await;
        self.keep_analyses(ann).await;
        let path = "/api/me/become-bot";
        self.post(nobody, path, json!({}), 401).await;
        self.post(ann, path, json!({}), 200).await;
        self.post(ann, path, json!({"at": "once"}), 400).await;
        let user = self.get(NOBODY, "/api/user?name=Ann", 200).await.json();
        assert_eq!(user["bot"], true);
        self.get(NOBODY, "/api/user?name=Nobody", 404).await;
    }

    /// Analyses that Ann keeps.
    async fn keep_analyses(&mut self, ann: &str) {
        let path = "/api/me/analyses";
        let mut wanted = json!({"name": "Sicilian", "variant": CHESS, "text": "1. e4 c5"});
        self.post(NOBODY, path, wanted.clone(), 401).await;
        let saved = self.post(ann, path, wanted.clone(), 200).await;
        let id = saved["info"]["id"].as_str().unwrap().to_owned();
        wanted["id"] = json!("another");
        self.post(ann, path, wanted.clone(), 409).await;
        wanted["id"] = json!(id);
        wanted["text"] = json!("x".repeat(140_000));
        self.post(ann, path, wanted, 413).await;
        self.get(NOBODY, path, 401).await;
        let listed = self.get(ann, path, 200).await.json();
        assert_eq!(listed["analyses"], json!([saved["info"]]));
        let one = format!("/api/me/analysis?id={id}");
        let read = self.get(ann, &one, 200).await.json();
        assert_eq!(read["text"], "1. e4 c5");
        self.get(ann, "/api/me/analysis?id=another", 409).await;
        let rename = "/api/me/analyses/rename";
        let renamed = json!({"id": id, "name": "Open Sicilian"});
        let renamed = self.post(ann, rename, renamed, 200).await;
        assert_eq!(renamed["info"]["name"], "Open Sicilian");
        self.post(ann, rename, json!({"id": id, "name": ""}), 409)
            .await;
        let delete = "/api/me/analyses/delete";
        self.post(ann, delete, json!({"id": id}), 200).await;
        self.post(ann, delete, json!({"id": id}), 409).await;
        self.get(ann, &one, 409).await;
    }
}
