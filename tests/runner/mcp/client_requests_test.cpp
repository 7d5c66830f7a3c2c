#include "catch.hpp"

#include "frontends/mcp/client_requests.hpp"

#include <chrono>
#include <string>
#include <vector>

using frontends::mcp::ClientRequests;
using toolkit::Json;

namespace {

struct RequestScene {
    explicit RequestScene(std::chrono::milliseconds time = std::chrono::minutes(10))
        : requests(time)
    {
        requests.deliver_to([this](const frontends::mcp::Reply& reply) {
            CHECK(reply.kind == frontends::mcp::Reply::Kind::note);
            sent.emplace_back(reply.address, Json::parse(reply.line));
        });
    }

    ClientRequests requests;
    std::vector<std::pair<std::uint64_t, Json>> sent;
};

const Json accepted_answer {{"jsonrpc", "2.0"}, {"id", 1}, {"result", {{"action", "accept"}}}};

}

TEST_CASE("a request to a client goes to the stream of a call, and its scope answers it once")
{
    RequestScene scene;
    const auto number = scene.requests.send({1, 2}, "roots/list", {});
    REQUIRE(scene.sent.size() == 1);
    CHECK(scene.sent[0].first == 2);
    CHECK(scene.sent[0].second
        == Json {{"jsonrpc", "2.0"}, {"id", number}, {"method", "roots/list"}});
    const std::string id = std::to_string(number);
    CHECK_FALSE(scene.requests.take(number));
    scene.requests.take_response(3, id, accepted_answer); // of another client
    scene.requests.take_response(1, "99", accepted_answer);
    scene.requests.take_response(1, "\"" + id + "\"", accepted_answer);
    CHECK_FALSE(scene.requests.take(number));
    scene.requests.take_response(1, id, accepted_answer);
    scene.requests.take_response(1, id, {{"error", {{"code", -1}}}}); // once
    const auto response = scene.requests.take(number);
    REQUIRE(response);
    CHECK(response->failure.empty());
    CHECK(response->result == Json {{"action", "accept"}});
    CHECK_FALSE(scene.requests.take(number));
    scene.requests.take_response(1, id, accepted_answer);
    CHECK(scene.sent.size() == 1);
}

TEST_CASE("a client that answers with an error, whose connection is lost, or that never answers")
{
    RequestScene scene;
    const auto refused = scene.requests.send({1, 2}, "roots/list", {});
    scene.requests.take_response(1, std::to_string(refused), {{"error", {{"code", -32601}}}});
    CHECK(scene.requests.take(refused)->failure == "the client answered with an error");
    const auto lost = scene.requests.send({1, 5}, "roots/list", {});
    scene.requests.lost(4);
    CHECK_FALSE(scene.requests.take(lost));
    scene.requests.lost(5);
    CHECK(scene.requests.take(lost)->failure == "the connection to the client was lost");

    RequestScene late(std::chrono::milliseconds(0));
    const auto silent = late.requests.send({1, 2}, "roots/list", {});
    late.requests.step();
    CHECK(late.requests.take(silent)->failure == "nobody answered in time");
    CHECK(late.sent.back().second["method"] == "notifications/cancelled");
    CHECK(late.sent.back().second["params"]["requestId"] == silent);
}

TEST_CASE("a client is told of a request that nobody needs any more")
{
    RequestScene scene;
    const auto number = scene.requests.send({1, 2}, "roots/list", {});
    scene.requests.withdraw(number);
    CHECK(scene.sent.back().second["params"]["requestId"] == number);
    scene.requests.take_response(1, std::to_string(number), accepted_answer);
    CHECK_FALSE(scene.requests.take(number));
}
