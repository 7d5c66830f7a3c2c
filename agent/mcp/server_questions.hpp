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
#include <string>
#include <utility>

namespace agent::mcp {

using namespace toolkit;

// The open questions of one server. Validates the questions and the answers, and cancels a question
// that was not answered within answer_time.
class ServerQuestions {
public:
    using Clock = system::Watch::Clock;
    using Number = std::uint64_t;

    struct Dependencies {
        std::shared_ptr<QuestionPrompter> prompter = {}; // null: all questions are declined

        // Receives the fields of the audit line for each answered question; may be empty.
        std::function<void(const Json& fields)> asked = {};

        // Returns false if an answer contains a secret that must not be sent to the server; may be
        // empty.
        std::function<bool(const Json& content)> may_send = {};
    };

    // `server` must outlive this object.
    ServerQuestions(const ServerEntry& server, Dependencies by)
        : server(server)
        , by(std::move(by))
    {
    }
    ServerQuestions(const ServerQuestions&) = delete;
    ServerQuestions& operator=(const ServerQuestions&) = delete;
    ~ServerQuestions();

    QuestionModes modes() const { return by.prompter ? by.prompter->modes() : QuestionModes(); }

    // Puts a question during `call` to the prompter, and returns its number for take(). `params`
    // are those of elicitation/create; `is_again` as in ServerQuestion. Declines a malformed
    // question, and one of a mode that the prompter does not support. Throws INTERNAL if it was
    // interrupted.
    Number put(calls::CallId call, const Json& params, bool is_again);

    // Records a question as declined without putting it to anyone, and returns its number for
    // take().
    Number decline(const Json& params);

    // Returns the result of elicitation/create to send to the server, once; nullopt until there is
    // one and for unknown numbers.
    std::optional<Json> take(Number number);
    // Discards a question, and withdraws it at the prompter if it is still open. Ignores unknown
    // numbers.
    void withdraw(Number number);

    // Called when the server reports that the visit of the page with this elicitationId is
    // complete.
    void complete(const std::string& id)
    {
        if (by.prompter)
            by.prompter->complete(id);
    }

    bool are_of_one_person(calls::CallId call, calls::CallId other) const
    {
        return !by.prompter || by.prompter->are_of_one_person(call, other);
    }

    // True while a question is open at the prompter.
    bool is_asking() const;

    // Returns the total time during which at least one question was open.
    Clock::duration time_asking() const;

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Open {
        std::unique_ptr<ServerQuestion> question = {};
        std::uint64_t prompted = 0; // number at the prompter
        Clock::time_point deadline = {};
        Json answer = {}; // null until it is answered
    };

    void ask(Open& open);
    Json checked(const ServerQuestion& question, const Json& answer) const;
    void settle(Open& open, const Json& answer);
    void note_asking();

    const ServerEntry& server;
    Dependencies by;
    Number count = 0;
    std::map<Number, Open> all;
    Clock::duration asked_for {};
    std::optional<Clock::time_point> asking_since;
};

}
