#include "host_run.hpp"

using namespace toolkit::json;

TEST_CASE("a fallback replies for the rest of a turn, and the next turn begins with the model")
{
    HostRun run;
    PlayedServer server;
    run.config.server.base_url = server.url();
    run.config.chat.fallback = "n";
    run.config.prices = {{"m", {1, 1, 1}}, {"n", {1e6, 1e6, 1e6}}};
    run.start();
    run.say({{"do", "say"}, {"text", "first"}});
    server.accept_one();
    CHECK(text_at(server.on_request(), "model") == "m");
    server.say("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}");
    CHECK(text_at(server.on_request(), "model") == "n");
    const Json message {{"role", "assistant"}, {"content", "hi"}};
    const std::string body = Json {{"choices", {{{"message", message}, {"finish_reason", "stop"}}}},
        {"usage", {{"prompt_tokens", 2}, {"completion_tokens", 1}}}}
                                 .dump();
    server.say(
        "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    CHECK(text_at(run.wait_for("note"), "text").find("'n' is asked from now on")
        != std::string::npos);
    CHECK(text_at(run.wait_for("message"), "fallback") == "n");
    const Json end = run.wait_for("turn");
    CHECK(text_at(end, "fallback") == "n");
    CHECK(end.at("cost").get<double>() == 3);

    run.say({{"do", "say"}, {"text", "second"}});
    CHECK(text_at(server.on_request(), "model") == "m");
    server.answer_text("again");
    CHECK_FALSE(run.wait_for("message").contains("fallback"));
    CHECK_FALSE(run.wait_for("turn").contains("fallback"));
    CHECK(run.quit() == 0);
}

TEST_CASE("a host can lower what a turn may cost, and not raise it, and needs a price for it")
{
    HostRun run;
    run.config.limits.cost = 2;
    run.config.prices = {{"m", {1, 1, 1}}};
    run.start();
    SECTION("not raise it")
    {
        run.say({{"do", "begin"}, {"limits", {{"cost", 3}}}});
        CHECK(text_at(run.wait_for("error"), "text").find("limits.cost") != std::string::npos);
    }
    SECTION("lower it")
    {
        run.say({{"do", "begin"}, {"limits", {{"cost", 1}}}});
        run.wait_for("hello");
        CHECK(run.quit() == 0);
    }
}
