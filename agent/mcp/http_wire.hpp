#pragma once

#include "agent/mcp/http_stream.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/wire.hpp"
#include "agent/oauth/credentials.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A server over HTTP (C13). A message is a request of HTTP of its own; messages of the server's
// come as its answer, or as events of a stream. In the legacy era there is a session, a stream that
// is broken off is asked for again where it has ended, and one more stream brings what belongs to
// no request. In the older manner of 2024-11-05 all messages come by one stream, which names the
// place where ours go.
class HttpWire : public Wire {
public:
    // Does not connect yet. `credentials` provides the token of each request, and must outlive the
    // wire; null: requests have only the headers of the entry. Throws BAD_REQUEST if the URL of the
    // server or of a proxy is invalid.
    explicit HttpWire(const ServerEntry& entry, oauth::Credentials* credentials = nullptr);
    ~HttpWire() override;

    void send(ClientMessage message) override;
    std::size_t unsent_bytes() const override { return waiting_bytes; }
    std::optional<std::string> take_line() override;
    std::optional<WireFailure> take_failure() override;
    void has_response(RequestId id) override;
    bool give_up(RequestId id) override;
    void begin_era(Era its, const std::string& its_version) override;
    bool begin_older() override;
    bool needs_sign_in() const override { return is_refused; }
    bool has_lost_session() const override { return is_session_lost; }
    bool is_silent() const override { return is_dead; }
    void end(std::chrono::milliseconds time) override;
    void kill() override;
    bool is_over() const override { return is_dead; }
    std::string how_it_ended() const override { return how; }
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    using Streams = std::list<HttpStream>;

    bool is_held() const;
    bool is_opening_changes() const;
    void send_held();
    void send_waiting();
    void post(const ClientMessage& message, HttpStream::Purpose purpose);
    void get(HttpStream& stream, const std::string& last_id);
    void open_changes();
    HttpFields fields_of_session() const;
    HttpFields fields_of_message(const ClientMessage& message) const;
    void step(HttpStream& stream);
    void take_session(const HttpStream& stream);
    void take_event(const HttpStream& stream, const model::Event& event);
    bool is_done(HttpStream& stream);
    bool is_done_message(const HttpStream& stream);
    static bool is_done_changes(HttpStream& stream);
    void look_at_older(const HttpStream& stream);
    std::optional<WireFailure> judge(HttpStream& stream);
    bool may_resume(const HttpStream& stream) const;
    std::string in_message(const std::string& text) const;
    std::string without_token(std::string text) const;
    WireFailure failure_of_status(const HttpStream& stream);
    void die(const std::string& why);
    std::optional<ClientMessage> message_to_repeat(const HttpStream& stream);
    bool may_send_again(const HttpStream& stream);
    void repeat_refused();
    bool is_refused_for_scope(const HttpStream& stream) const;
    bool is_waiting_for_token() const { return credentials != nullptr && credentials->is_busy(); }
    WireFailure refusal_of_token(WireFailure failure, const HttpStream& stream);

    web::WebServer server;
    oauth::Credentials* credentials;
    std::map<RequestId, ClientMessage> sent; // requests with a token that may be sent again
    bool is_refused = false; // the server requires a sign-in
    HttpFields own_fields; // of the entry
    std::string target; // of the URL: path and query
    Streams streams;
    std::deque<ClientMessage> held; // requests that wait
    std::deque<ClientMessage> waiting; // responses and notifications, which go one by one
    std::size_t waiting_bytes = 0;
    std::deque<std::string> lines;
    std::string session; // empty: there is none
    bool is_session_lost = false;
    Era era = Era::legacy;
    std::string version; // once the era is known
    bool wants_changes = false;
    Clock::time_point changes_begun; // requests wait so long for it
    bool is_older = false;
    std::string place; // where messages go in the older manner; empty: not known yet
    bool is_ending = false;
    bool is_dead = false;
    std::optional<std::string> end_reason; // it is to be dead at the end of this step
    std::string how = "was ended";
};

}
