package load
import ("testing";"os";"time";"context";"bytes")
func TestZZLogs(t *testing.T){
 dir:="/work/main/testdata/jitterlog/"; os.MkdirAll(dir,0o755)
 server,cfg:=startServer(t,nil)
 opts:=map[string]string{"table_size":"1000"}
 save:=func(name string, b *logBuffer, cut int){ d:=b.buf.Bytes(); if err:=os.WriteFile(dir+name,d[:len(d)-cut],0o644);err!=nil{t.Fatal(err)}}
 log:=&logBuffer{}
 if _,err:=Run(t.Context(),Plan{Server:cfg,Workload:selects{},Version:"0.1",Scale:1000,Options:opts,Warmup:time.Second,Stages:[]Stage{{Threads:2,Duration:3*time.Second}},Log:log});err!=nil{t.Fatal(err)}
 save("closed.jsonl",log,0)
 log=&logBuffer{}
 go func(){time.Sleep(1200*time.Millisecond);server.Freeze();time.Sleep(1500*time.Millisecond);server.Thaw()}()
 if _,err:=Run(t.Context(),Plan{Server:cfg,Workload:selects{},Version:"0.1",Poisson:true,Stages:[]Stage{{Threads:4,Rate:100,Duration:3*time.Second},{Threads:4,Rate:200,Duration:2*time.Second}},Log:log});err!=nil{t.Fatal(err)}
 save("rate.jsonl",log,0)
 log=&logBuffer{}
 go func(){time.Sleep(500*time.Millisecond);server.Kill();server.Restart(context.Background())}()
 if _,err:=Run(t.Context(),Plan{Server:cfg,Workload:selects{},Version:"0.1",Stages:[]Stage{{Threads:2,Rate:300,Duration:5*time.Second}},Log:log});err!=nil{t.Fatal(err)}
 d:=log.buf.Bytes(); i:=bytes.LastIndex(d,[]byte(`{"kind":"interval"`)); log.buf.Truncate(i+300)
 save("killed.jsonl",log,0)
}
