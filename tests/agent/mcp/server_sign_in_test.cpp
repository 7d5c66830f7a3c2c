#include "agent/mcp/server_sign_in.hpp"

#include "catch.hpp"

using namespace agent::mcp;

namespace {

// Ends each sign-in at once, as `next` says.
class ImmediatePrompter : public SignInPrompter {
public:
    bool asks_at_start() const override { return false; }
    std::uint64_t begin(const WantedSignIn& /*wanted*/) override { return ++count; }
    std::optional<SignInEnd> take(std::uint64_t /*number*/) override { return next; }
    void withdraw(std::uint64_t /*number*/) override { }
    void watch(std::uint64_t /*number*/, toolkit::system::Watch& /*watch*/) const override { }
    void step(std::uint64_t /*number*/) override { }

    SignInEnd next = {};
    std::uint64_t count = 0;
};

ServerEntry entry_over_http()
{
    ServerEntry entry;
    entry.name = "tracker";
    entry.url = "http://127.0.0.1:1/mcp";
    return entry;
}

}

TEST_CASE("a person is asked for a token twice an hour, whether the sign-ins succeed or not")
{
    const ServerEntry entry = entry_over_http();
    for (const bool is_signed_in : {true, false}) {
        INFO(is_signed_in);
        const auto prompter = std::make_shared<ImmediatePrompter>();
        prompter->next = {is_signed_in, "words of a server"};
        ServerSignIn sign_in(entry, prompter);
        for (int attempt = 0; attempt < 2; ++attempt) {
            CHECK(sign_in.may_begin(""));
            sign_in.begin(1, "", "");
            CHECK(sign_in.is_of_call());
            CHECK(sign_in.take_end()->is_signed_in == is_signed_in);
            CHECK(!sign_in.is_open());
        }
        CHECK(!sign_in.may_begin(""));
        CHECK(sign_in.may_begin("write")); // further access of a tool is counted by itself
        CHECK(prompter->count == 2);
    }
}

TEST_CASE("sign-ins at the request of the operator are not counted")
{
    const ServerEntry entry = entry_over_http();
    ServerSignIn sign_in(entry, std::make_shared<ImmediatePrompter>());
    for (int attempt = 0; attempt < 3; ++attempt) {
        sign_in.begin_for_operator();
        CHECK(!sign_in.is_of_call());
        CHECK(sign_in.take_end());
    }
    CHECK(sign_in.may_begin(""));
}
