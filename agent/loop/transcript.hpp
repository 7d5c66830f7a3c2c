#pragma once

#include "agent/loop/tokens.hpp"
#include "agent/session/session.hpp"
#include "toolkit/system/file.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// The messages of a conversation as they are sent; and kept, where there is a session.
class Transcript {
public:
    // Begins with the system message, unless that is empty or `past` has one.
    Transcript(
        const std::string& system, model::Messages past, std::unique_ptr<session::Session> session);

    const model::Messages& messages() const { return list; }

    void add(model::Message message);

    // Adds to the system message, or makes one, before anything was sent. Not kept.
    void add_to_system(const std::string& text);

    // A message that is sent as it is until end_turn(), and kept as `kept`, which takes its place
    // then.
    void add_for_turn(model::Message message, model::Message kept);

    // Gives each call that has no result one that says so, and puts what is kept in place of what
    // was sent. Returns whether a message has changed that was sent before.
    bool end_turn();

    // From now on it is kept here, with what has been said already; before, in no session.
    void keep_in(std::unique_ptr<session::Session> wanted);
    session::Session* kept_in() const { return session.get(); }

    // In place of what was said: what is in this session, in which it is kept from now on.
    void resume(std::unique_ptr<session::Session> wanted);

    // Messages from `first` on, which is no part of the system message, are gone; kept.
    void cut(std::size_t first, const std::string& why = {});

    // Notes that a model has answered all messages that are there.
    void mark_answered() { answered = list.size(); }

    // Removes the messages since mark_answered(), which a server refuses: each later request would
    // be refused for them as well. A session keeps them, marked with `why`.
    void drop_unanswered(const std::string& why);

    // Only the system message is left, and no session.
    void begin_anew();

    // Returns the text of the system message; empty if there is none.
    std::string system_text() const { return has_system() ? list.front()->text() : ""; }

    // In place of the system message; an empty one is none. Not kept.
    void set_system(const std::string& text);

    // A result is kept as soon as it is there, and added when those of all calls beside it are.
    void keep(const model::Message& message) const;
    void add_kept(model::SharedMessage message) { list.push_back(std::move(message)); }

    // The images of the message stay. In memory only: what is kept stays whole.
    void set_content(std::size_t index, std::string text);

    // Texts in place of the images of a message: model::without_images(). In memory only.
    void leave_images_out(std::size_t index, std::string_view why);

    // Texts in place of the images of results that no model has answered; kept. Returns false if
    // there are none.
    bool leave_new_images_out(std::string_view why);

    // One message in place of `count`, which are no part of the system message; kept.
    void replace(std::size_t first, std::size_t count, model::Message message);

    // How many tokens the messages may have; throws as TokenSum does.
    double tokens(system::Cancel* cancel) { return token_sum.of(list, cancel); }
    std::size_t estimation_count() const { return token_sum.estimation_count(); }

    // All messages in place of what the file has, redacted, as a JSON array. Throws what
    // system_error() makes of a failure.
    void save(
        const File& file, const std::string& path, const redaction::Redaction& redaction) const;

private:
    bool has_system() const;
    void insert_system(const std::string& text);
    void set_text(std::size_t index, std::string text);
    void answer_open_calls();

    model::Messages list;
    std::size_t answered = 0; // of the list, from its beginning
    TokenSum token_sum; // of the list, as far as anybody has asked
    struct Passing {
        std::size_t index;
        model::SharedMessage kept;
    };
    std::vector<Passing> passing; // messages that are sent in this turn alone
    std::unique_ptr<session::Session> session;
};

}
