#include "toolkit/web/web_exchange.hpp"

#include "toolkit/web/answer_body.hpp"
#include "toolkit/web/answer_head.hpp"
#include "toolkit/web/async_connection.hpp"
#include "toolkit/web/http_error.hpp"
#include "toolkit/web/request_head.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace toolkit::web {

namespace http = boost::beast::http;
using Clock = system::Watch::Clock;

static constexpr std::chrono::milliseconds max_time_to_open {30'000};

// Maximum idle time of a connection that is reused. No known server closes an idle connection
// before 5 s.
static constexpr std::chrono::milliseconds max_idle {2'000};
static constexpr std::size_t max_kept = 4;
static constexpr int max_reads_at_once = 16; // of 64 KiB each

struct WebServer::Connections {
    struct Kept {
        std::unique_ptr<AsyncConnection> link;
        Clock::time_point since;
    };
    Route route;
    Authorities authorities;
    std::vector<Kept> kept = {};

    // Returns a connection that can be reused, or null.
    std::unique_ptr<AsyncConnection> take()
    {
        std::erase_if(kept, [](const Kept& one) {
            return Clock::now() >= one.since + max_idle || !one.link->is_quiet();
        });
        if (kept.empty())
            return nullptr;
        std::unique_ptr<AsyncConnection> link = std::move(kept.back().link);
        kept.pop_back();
        return link;
    }

    void keep(std::unique_ptr<AsyncConnection> link)
    {
        if (kept.size() >= max_kept)
            kept.erase(kept.begin());
        kept.push_back({std::move(link), Clock::now()});
    }
};

struct WebExchange::Work {
    using Error = AsyncConnection::Error;

    Work(WebServer::Connections& server, const WebRequest& request)
        : server(server)
        , buffer(max_framing)
        , deadline(Clock::now() + max_time_to_open)
    {
        set_request(request);
        link = server.take();
        if (link)
            send();
        else
            open();
    }

    void open()
    {
        link = std::make_unique<AsyncConnection>(server.route, server.authorities);
        link->open([this](std::optional<ToolError> error) {
            if (error)
                fail(*error);
            else
                send();
        });
    }

    void set_request(const WebRequest& request)
    {
        static constexpr std::array verbs {http::verb::post, http::verb::get, http::verb::delete_};
        Request message(verbs.at(static_cast<std::size_t>(request.method)),
            target_by(server.route, request.target), 11);
        for (const auto& [name, value] : request.fields)
            message.set(name, value);
        address(message, server.route);
        if (!request.body.empty() || message.method() == http::verb::post)
            message.content_length(request.body.size());
        head = text_of(message);
        body = request.body;
    }

    void fail(const ToolError& error)
    {
        failed = error;
        is_over = true;
    }

    void send()
    {
        has_begun = true;
        link->write(head, body, [this](Error error) {
            unsent = error; // the response (413, 401) is more informative than the write error
            read_head();
        });
    }

    void read_head()
    {
        parser.emplace();
        parser->header_limit(max_head);
        parser->body_limit(std::numeric_limits<std::uint64_t>::max());
        link->read(
            [this](ByteStream& stream, ByteStream::Done done) {
                async_read_answer_head(stream, buffer, *parser, std::move(done));
            },
            [this](Error error) { take_head(error); });
    }

    void take_head(Error error)
    {
        if (error)
            return fail(unsent ? link->failure("cannot send the request to", unsent.message())
                               : explained(error));
        const unsigned status = parser->get().result_int();
        if (status / 100 == 1 && status != 101)
            return read_head();
        has_head = true;
        look_at_end();
    }

    void look_at_end()
    {
        if (!parser->is_done())
            return;
        is_over = true;
        if (!unsent && parser->get().keep_alive() && !parser->need_eof() && buffer.size() == 0)
            server.keep(std::move(link));
    }

    void read_body()
    {
        link->read(
            [this](ByteStream& stream, ByteStream::Done done) {
                http::async_read_some(stream, buffer, *parser, std::move(done));
            },
            [this](Error error) {
                if (error)
                    fail(explained(error));
                else
                    look_at_end();
            });
    }

    ToolError explained(Error error) const
    {
        ToolError result = link->failure(
            "no usable answer from", reason_of(error, max_response, bytes_in(buffer)));
        const bool is_broken
            = error == http::error::end_of_stream || error == http::error::partial_message;
        if (error == http::error::buffer_overflow || error == http::error::header_limit)
            result.code = Code::too_large;
        else if (!is_broken
            && error.category() == http::make_error_code(http::error::bad_version).category())
            result.code = Code::unsupported;
        return result;
    }

    void watch(system::Watch& watch) const
    {
        if (is_over || !link->is_busy())
            watch.until(Clock::now());
        else
            link->watch(watch);
        if (!has_begun)
            watch.until(deadline);
    }

    void step()
    {
        for (int turn = 0; turn < max_reads_at_once && !is_over; ++turn) {
            if (!link->is_busy())
                read_body();
            link->step();
            if (!is_over && link->is_busy())
                break;
        }
        if (!is_over && !has_begun && Clock::now() >= deadline)
            fail(link->late("cannot connect to", max_time_to_open));
    }

    WebServer::Connections& server;
    std::string head;
    std::string body;
    boost::beast::flat_buffer buffer;
    std::optional<http::response_parser<AnswerBody>> parser;
    Clock::time_point deadline; // for opening the connection
    Error unsent;
    bool has_begun = false;
    bool has_head = false;
    bool is_over = false;
    std::optional<ToolError> failed;
    std::unique_ptr<AsyncConnection> link; // destroyed first; null after it was given back
};

WebExchange::WebExchange(WebServer& server, const WebRequest& request)
    : work(std::make_unique<Work>(*server.connections, request))
{
}

WebExchange::~WebExchange() = default;

bool WebExchange::has_begun() const { return work->has_begun; }

bool WebExchange::has_head() const { return work->has_head; }

int WebExchange::status() const { return static_cast<int>(work->parser->get().result_int()); }

std::string WebExchange::reason() const { return std::string(work->parser->get().reason()); }

std::string WebExchange::field(std::string_view name) const
{
    return std::string(work->parser->get()[{name.data(), name.size()}]);
}

std::string WebExchange::fields(std::string_view name) const
{
    std::string values;
    const auto& head = work->parser->get();
    const auto [begin, end] = head.equal_range({name.data(), name.size()});
    for (auto at = begin; at != end; ++at)
        values += (values.empty() ? "" : ", ") + std::string(at->value());
    return values;
}

std::string WebExchange::take_body()
{
    return work->has_head ? std::exchange(work->parser->get().body(), {}) : std::string();
}

bool WebExchange::is_over() const { return work->is_over; }

const std::optional<ToolError>& WebExchange::failure() const { return work->failed; }

void WebExchange::watch(system::Watch& watch) const { work->watch(watch); }

void WebExchange::step() { work->step(); }

WebServer::WebServer(Route route, Authorities authorities)
    : connections(
        std::make_unique<Connections>(Connections {std::move(route), std::move(authorities)}))
{
}

WebServer::~WebServer() = default;

std::unique_ptr<WebExchange> WebServer::begin(const WebRequest& request)
{
    return std::make_unique<WebExchange>(*this, request);
}

const Route& WebServer::route() const { return connections->route; }

}
