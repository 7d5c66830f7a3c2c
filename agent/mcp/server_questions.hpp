#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace agent::mcp {

using namespace toolkit;

// The open questions of one server. Checks what it asks and what is answered. A question that
// nobody has answered within 10 minutes is cancelled.
class ServerQuestions {
public:
    using Clock = system::Watch::Clock;
    using Number = std::uint64_t;

    struct By {
        std::shared_ptr<QuestionPrompter> prompter = {}; // null: all questions are declined

        // Receives the fields of each line of the audit about an answered question.
        std::function<void(const Json& fields)> asked = {};

        // Returns false if an answer has a secret that must not go to the server; may be empty.
        std::function<bool(const Json& content)> may_send = {};
    };

    // `server` must outlive it.
    ServerQuestions(const ServerEntry& server, By by)
        : server(server)
        , by(std::move(by))
    {
    }
    ServerQuestions(const ServerQuestions&) = delete;
    ServerQuestions& operator=(const ServerQuestions&) = delete;
    ~ServerQuestions();

    QuestionModes modes() const { return by.prompter ? by.prompter->modes() : QuestionModes(); }

    // Puts the question of `params` (of elicitation/create), which a call has caused. One that is
    // malformed, or that nobody can answer, is declined.
    Number put(calls::CallId call, const Json& params, bool is_again = false);

    // Declines a question without asking anybody.
    Number decline(const Json& params);

    // Returns the result for the server, once.
    std::optional<Json> take(Number number);
    void withdraw(Number number);

    // The server says that a page is done with.
    void complete(const std::string& id)
    {
        if (by.prompter)
            by.prompter->complete(id);
    }

    bool are_of_one_person(calls::CallId call, calls::CallId other) const
    {
        return !by.prompter || by.prompter->are_of_one_person(call, other);
    }

    // True while somebody is being asked.
    bool is_asking() const;

    // Returns the time that went by while somebody was asked, so far.
    Clock::duration time_asking() const;

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Open {
        std::unique_ptr<ServerQuestion> question = {};
        std::uint64_t prompted = 0; // its number at the prompter
        Clock::time_point deadline = {};
        Json answer = {}; // null: it is still asked
    };

    void ask(Open& open);
    Json checked(const ServerQuestion& question, const Json& answer) const;
    void settle(Open& open, const Json& answer);
    void note_asking();

    const ServerEntry& server;
    By by;
    Number count = 0;
    std::map<Number, Open> all;
    Clock::duration asked_for {};
    std::optional<Clock::time_point> asking_since;
};

}
