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

// The messages of a conversation in the form in which they are sent. Records them in a session, if
// there is one.
class Transcript {
public:
    // Begins with the system message, unless that is empty or `past` has one. Continues with
    // `past`.
    Transcript(
        const std::string& system, model::Messages past, std::unique_ptr<session::Session> session);

    const model::Messages& messages() const { return list; }

    // Adds a message, and records it in the session.
    void add(model::Message message);

    // Appends `text` to the system message, or adds one. Call it only before the first request. Not
    // recorded in the session.
    void add_to_system(const std::string& text);

    // Adds a message that is sent as `message` in this turn. The session records `kept`, which
    // replaces the message in end_turn().
    void add_for_turn(model::Message message, model::Message kept);

    // Returns the calls of the last message of the assistant that have no result, unless another
    // message has followed.
    std::vector<model::ToolCall> open_calls() const;

    // Adds an error result, "the call was interrupted …", for each of the open_calls().
    void answer_open_calls();

    // Puts the results at the end into the order of their calls. The session does not record this:
    // its lines are put into this order when they are loaded.
    void sort_last_results();

    // Calls answer_open_calls(), and replaces the messages of add_for_turn() by their `kept` form.
    // Returns true if a message was replaced.
    bool end_turn();

    // Records the transcript in the session `wanted`: the messages so far, and all that follow.
    // Stops recording if it is null.
    void keep_in(std::unique_ptr<session::Session> wanted);

    // Returns the session in which the transcript is recorded; null if there is none.
    session::Session* kept_in() const { return session.get(); }

    // Replaces all messages but the system message by those of this session, and records further
    // ones in it.
    void resume(std::unique_ptr<session::Session> wanted);

    // Removes the messages from `first` on, which must not be the system message. Recorded in the
    // session.
    void cut(std::size_t first, const std::string& why = {});

    // Records that a model has replied to all messages so far.
    void mark_answered() { answered = list.size(); }

    // Removes the messages since mark_answered() because a server refuses them: it would refuse
    // each later request with them as well. The session keeps them, marked with `why`.
    void drop_unanswered(const std::string& why);

    // Removes all messages but the system message, and leaves the session.
    void restart();

    // Returns the text of the system message; empty if there is none.
    std::string system_text() const { return has_system() ? list.front()->text() : ""; }

    // Replaces the system message; an empty string removes it. Not recorded in the session.
    void set_system(const std::string& text);

    // Records a message in the session without adding it to the messages: a result, as soon as it
    // exists.
    void keep(const model::Message& message) const;

    // Adds a message that keep() has recorded: a result, once the results of all calls of the same
    // message exist.
    void add_kept(model::SharedMessage message) { list.push_back(std::move(message)); }

    // Replaces the text of a message; its images stay. Changes only the transcript, not the
    // session.
    void set_content(std::size_t index, std::string text);

    // Replaces the images of a message by text (model::without_images()). Changes only the
    // transcript, not the session.
    void leave_images_out(std::size_t index, std::string_view why);

    // Replaces the images of results since mark_answered() by text, and records that in the
    // session. Returns false if there are no such images.
    bool leave_new_images_out(std::string_view why);

    // Replaces `count` messages, which must not include the system message, by one. Recorded in the
    // session.
    void replace(std::size_t first, std::size_t count, model::Message message);

    // Returns the estimated tokens of the messages. Throws as TokenSum::of() does.
    double tokens(system::Cancel* cancel) { return token_sum.of(list, cancel); }
    std::size_t estimation_count() const { return token_sum.estimation_count(); }

    // Replaces the content of the file by all messages, redacted, as a JSON array. Throws as
    // system_error() does.
    void save(
        const File& file, const std::string& path, const redaction::Redaction& redaction) const;

private:
    bool has_system() const;
    void insert_system(const std::string& text);
    void set_text(std::size_t index, std::string text);
    std::size_t last_results_begin() const;

    model::Messages list;
    std::size_t answered = 0; // the number of messages that mark_answered() covers
    TokenSum token_sum; // sum for `list`
    struct Passing {
        std::size_t index;
        model::SharedMessage kept;
    };
    std::vector<Passing> passing; // messages that are sent in this turn only
    std::unique_ptr<session::Session> session;
};

}
