#include "page.hpp"
#include "request.hpp"
#include "urls.hpp"

#include "toolkit/tool/tool.hpp"

namespace fetch_url {

using namespace toolkit;
using namespace toolkit::tool;

static AnswerText answer_to(const Request& request, const Workspace& /*none*/)
{
    const std::chrono::milliseconds time(request.timeout_ms);
    const Document document = document_of(fetch(read_url(request.url), *request.policy, time));
    return answer_within_limits(request, &Request::max_bytes,
        [&](const Request& page) -> AnswerText { return page_of(document, page); });
}

static const Tool<Request> tool {
    .name = "fetch_url",
    .summary = "Fetch a web page or a text from a host that the operator allows. HTML becomes "
               "Markdown. If eof is false, continue at nextOffset (offsetBytes).",
    .parameters = parameters(),
    .flags = flags(),
    .sandbox = {.threads = sandbox::Threads::many, .network = sandbox::Network::tcp},
    .limits_answers = true,
    .timeout_seconds = 40,
    .display = {"fetch", "fetch", {"{url}"}},
    .example = {R"(echo '{"url":"https://example.com/"}' | fetch_url --allow-host docs.python.org)",
        R"({"error":"cannot fetch 'https://example.com/': 'example.com' by https is not an allowed host","code":"PERMISSION_DENIED","hint":"allowed by the operator (--allow-host): docs.python.org"})"},
    .ports = ports_of,
    .prepare = read_policy,
    .run = answer_to,
};

}

int main(int argc, char** argv) { return fetch_url::tool.main(argc, argv); }
