#include "catch.hpp"

#include "agent/calls/answer_limits.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace agent;
using namespace agent::calls;
using namespace toolkit;

static std::string answer_with(const std::string& bytes)
{
    return Json {
        {"contentBase64", text::base64_encode(bytes)}, {"eof", true}, {"mimeType", "image/png"}}
        .dump();
}

static ToolAnswer limited(const AnswerLimits& limits, std::string content)
{
    std::string place = (std::filesystem::temp_directory_path() / "limits-XXXXXX").string();
    REQUIRE(mkdtemp(place.data()) != nullptr);
    AnswerLimiter limiter(limits, place);
    ToolAnswer answer {std::move(content)};
    limiter.apply(answer, redaction::Redaction(redaction::Secrets {}));
    std::filesystem::remove_all(place);
    return answer;
}

static constexpr std::size_t max_bytes = 1000;

TEST_CASE("an answer that says that it is an image is cut unless it has the header of one")
{
    const bool takes_images = GENERATE(true, false);
    const std::string damaged = "\x89PNG\r\n\x1a\n" + std::string(100'000, 'x');
    const ToolAnswer answer
        = limited({max_bytes, text::max_image, takes_images}, answer_with(damaged));
    CHECK(answer.truncated);
    CHECK(answer.images.empty());
    CHECK(answer.content.size() < 2 * max_bytes);
}

TEST_CASE("an image is taken out of an answer, or stays whole for a client that shows it")
{
    const std::string content = answer_with("GIF89a@\1@\1" + std::string(100'000, 'x'));
    const ToolAnswer taken = limited({max_bytes, text::max_image, true}, content);
    REQUIRE(taken.images.size() == 1);
    CHECK(taken.images[0]->size == text::ImageSize {320, 320});
    CHECK(json::parse_bounded(taken.content).at("mimeType") == "image/gif");
    CHECK_FALSE(taken.truncated);
    const ToolAnswer whole = limited({max_bytes, text::max_image, false}, content);
    CHECK(whole.content == content);
    CHECK(whole.images.empty());
}
