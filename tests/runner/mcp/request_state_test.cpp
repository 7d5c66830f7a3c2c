#include "catch.hpp"

#include "frontends/mcp/request_state.hpp"

#include <string>

using frontends::mcp::AskedCall;
using frontends::mcp::RequestStates;
using StateVerdict = RequestStates::Verdict;

static const AskedCall asked_edit {"fs_edit", "arguments", "stdio", "effect"};

TEST_CASE("a state of a question counts once, for its call (E4)")
{
    RequestStates states;
    const std::string state = states.issue(asked_edit);
    CHECK(states.issue(asked_edit) != state);
    AskedCall other = asked_edit;
    other.tool = "fs_rm";
    CHECK(states.take(state, other) == StateVerdict::invalid);
    other = asked_edit;
    other.arguments_hash = "others";
    CHECK(states.take(state, other) == StateVerdict::invalid);
    other = asked_edit;
    other.principal = "http";
    CHECK(states.take(state, other) == StateVerdict::invalid);
    other = asked_edit; // parts that have the same text together
    other.tool = "fs_edi";
    other.arguments_hash = "targuments";
    CHECK(states.take(state, other) == StateVerdict::invalid);
    CHECK(RequestStates().take(state, asked_edit) == StateVerdict::invalid); // of another process
    CHECK(states.take(state, asked_edit) == StateVerdict::valid);
    CHECK(states.take(state, asked_edit) == StateVerdict::invalid);
    other = asked_edit;
    other.effect_hash = "another";
    CHECK(states.take(states.issue(asked_edit), other) == StateVerdict::other_effect);
}

TEST_CASE("no digit of a state can be another one, and none be left out or added (E4)")
{
    RequestStates states;
    const std::string state = states.issue(asked_edit);
    for (std::size_t at = 0; at < state.size(); ++at)
        for (const char digit : {'0', '1', 'F', '\0'}) {
            std::string changed = state;
            changed[at] = digit;
            if (changed != state)
                CHECK(states.take(changed, asked_edit) == StateVerdict::invalid);
        }
    for (std::size_t length = 0; length < state.size(); ++length)
        CHECK(states.take(state.substr(0, length), asked_edit) == StateVerdict::invalid);
    CHECK(states.take(state + "0", asked_edit) == StateVerdict::invalid);
    CHECK(states.take(state, asked_edit) == StateVerdict::valid);
}

TEST_CASE("a state has an end (E4)")
{
    RequestStates states(std::chrono::milliseconds(0));
    CHECK(states.take(states.issue(asked_edit), asked_edit) == StateVerdict::invalid);
}
